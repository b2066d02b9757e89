// What a role that takes no contests may do in the queues of DBOS: hand over what is on record, and let it be tried sooner.
import { readableJson } from '../ledger/postgres/postgres-functions.ts';
import type { PostgresSession } from '../ledger/postgres/postgres-session.ts';
import type { Query } from '../ledger/postgres/postgres-tables.ts';
import { schemaOf, workflow } from './dbos-queues.ts';

/** Changed whenever the text below is, so that the owner of the tables makes it again. */
const version = 1;

/** By the owner of the tables, once they are made; others find it made. */
export async function prepareQueueRights(session: PostgresSession): Promise<void> {
  const queues = schemaOf(session.address);
  const isMade = async (query: Query) => {
    const name = `"${queues}".joust_rights_${version}()`;
    const [row] = await query('SELECT to_regprocedure($1) IS NOT NULL AS made', [name]);
    return row?.['made'] === true;
  };
  if (await isMade((text, values) => session.query(text, values))) return;
  await session.transaction({
    contests: ['queue rights'],
    work: async (query) => {
      if (!(await isMade(query))) await query(rightsIn(queues));
    },
  });
}

/**
 * A ticket of a role that may not take contests off the queues has to be that of a contest on record, and waits like any
 * other. Its content is only put in along with it.
 */
const rightsIn = (queues: string): string => `
  CREATE OR REPLACE FUNCTION "${queues}".joust_check_ticket() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    IF NEW.status IN ('ENQUEUED', 'DELAYED') AND NEW.name = '${workflow}' AND NEW.workflow_uuid ~ '^[^.]+\\.[0-9]{1,9}$'
      AND NEW.recovery_attempts = 0 AND NEW.priority = 0
      AND EXISTS (
        SELECT FROM (
          SELECT ${readableJson('body')} -> 'pool' AS pool FROM joust.events
          WHERE contest = split_part(NEW.workflow_uuid, '.', 1) AND type = 'contest.opened' ORDER BY seq LIMIT 1
        ) AS opened
        WHERE format('%s/%s/%s', pool ->> 'label', pool ->> 'kind', pool ->> 'protocol') = NEW.queue_name)
    THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'this role may not hand over % in the queue %', NEW.workflow_uuid, NEW.queue_name
      USING ERRCODE = 'insufficient_privilege';
  END $$;

  CREATE OR REPLACE FUNCTION "${queues}".joust_check_input() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    IF EXISTS (
      SELECT FROM "${queues}".workflow_status
      WHERE workflow_uuid = NEW.workflow_uuid AND xmin = pg_current_xact_id()::xid)
    THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'this role may not change the ticket %', NEW.workflow_uuid USING ERRCODE = 'insufficient_privilege';
  END $$;

  CREATE OR REPLACE FUNCTION "${queues}".joust_hasten(contest text, until bigint) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    UPDATE "${queues}".workflow_status SET delay_until_epoch_ms = until
    WHERE starts_with(workflow_uuid, contest || '.') AND status = 'DELAYED' AND name = '${workflow}'
      AND delay_until_epoch_ms > until
  $$;

  DROP TRIGGER IF EXISTS joust_check_ticket ON "${queues}".workflow_status;
  CREATE TRIGGER joust_check_ticket BEFORE INSERT ON "${queues}".workflow_status FOR EACH ROW
  WHEN (NOT has_table_privilege('"${queues}".workflow_status'::regclass, 'DELETE'))
  EXECUTE FUNCTION "${queues}".joust_check_ticket();

  DROP TRIGGER IF EXISTS joust_check_input ON "${queues}".workflow_input;
  CREATE TRIGGER joust_check_input BEFORE INSERT ON "${queues}".workflow_input FOR EACH ROW
  WHEN (NOT has_table_privilege('"${queues}".workflow_input'::regclass, 'DELETE'))
  EXECUTE FUNCTION "${queues}".joust_check_input();

  CREATE OR REPLACE FUNCTION "${queues}".joust_rights_${version}() RETURNS void LANGUAGE sql AS '';
  REVOKE ALL ON ALL FUNCTIONS IN SCHEMA "${queues}" FROM PUBLIC`;
