-- Three roles for a ledger of joust in PostgreSQL. Run it as the owner of the tables, in the database of the ledger, after
-- joust has made them (joust hosts does, with the owner's address), and again after every update of joust: each run takes
-- all rights of the three roles away and grants those below.
--   psql -f postgres-roles.sql DATABASE
-- Then give each person or machine a login of its own:
--   CREATE ROLE alice LOGIN PASSWORD '...' IN ROLE joust_reader;
--
-- joust_reader     sees everything that was played: list, show, tail, export, leaderboard, usage; and the pool: hosts.
-- joust_submitter  also opens contests, hands them to the pool, answers questions, cancels, overrides a winner and applies.
--                  It adds content and such events, and changes or deletes nothing. It cannot hold a contest: nothing plays
--                  under it, and no answer, check or verdict is recorded by it.
-- joust_worker     also plays, is a host of the pool, and takes contests off the record (rm, prune).
-- Whoever may write can have programs run where a worker plays: docs/security.md says what that means.

BEGIN;

DO $$
DECLARE role_name text;
BEGIN
  IF to_regprocedure('joust.put_content(bytea[])') IS NULL THEN
    RAISE EXCEPTION 'the tables of the ledger are missing or those of an older joust'
      USING HINT = 'Let joust make them first: joust hosts with the owner''s address. Then run this file again.';
  END IF;
  FOREACH role_name IN ARRAY ARRAY['joust_reader', 'joust_submitter', 'joust_worker'] LOOP
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = role_name) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
    END IF;
  END LOOP;
  -- Digests are made from the record. Those that an earlier version of this file let submitters write may be forged.
  IF has_table_privilege('joust_submitter', 'joust.digests', 'INSERT') THEN
    DELETE FROM joust.digests;
  END IF;
END $$;

GRANT joust_reader TO joust_submitter;
GRANT joust_submitter TO joust_worker;

REVOKE ALL ON SCHEMA joust FROM PUBLIC, joust_reader, joust_submitter, joust_worker;
REVOKE ALL ON ALL TABLES IN SCHEMA joust FROM PUBLIC, joust_reader, joust_submitter, joust_worker;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA joust FROM PUBLIC, joust_reader, joust_submitter, joust_worker;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA joust FROM PUBLIC, joust_reader, joust_submitter, joust_worker;

GRANT USAGE ON SCHEMA joust TO joust_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA joust TO joust_reader;

-- Events are only ever added; the database gives them their place. A trigger refuses those of play.
GRANT INSERT (contest, type, at, mark, body) ON joust.events TO joust_submitter;
GRANT INSERT ON joust.names TO joust_submitter;
-- Content is added by functions, under a hash of the database's own or as long as it is being written.
GRANT EXECUTE ON FUNCTION joust.put_content(bytea[]), joust.keep_content(text), joust.begin_content(),
  joust.put_piece(bigint, int, bytea), joust.name_content(bigint, text, bigint) TO joust_submitter;

-- Turns in a folder of one's own, as for apply. A trigger refuses those of contests.
GRANT INSERT, UPDATE (epoch, owner, beat_at) ON joust.leases TO joust_submitter;

GRANT INSERT, UPDATE, DELETE ON joust.leases, joust.pruned, joust.hosts, joust.digests TO joust_worker;
GRANT DELETE ON joust.events, joust.names, joust.blobs, joust.chunks TO joust_worker;

-- Its queues, in a schema beside. They are made by the first command of the pool, with the owner's address: joust hosts.
DO $$
BEGIN
  IF to_regnamespace('joust_dispatch') IS NULL THEN
    RAISE NOTICE 'There are no queues of a pool yet. Where one is wanted: joust hosts with the owner''s address, then this file again.';
    RETURN;
  END IF;
  IF to_regprocedure('joust_dispatch.joust_hasten(text, bigint)') IS NULL THEN
    RAISE EXCEPTION 'the queues of the pool are those of an older joust'
      USING HINT = 'Let joust bring them up to date first: joust hosts with the owner''s address. Then run this file again.';
  END IF;
  REVOKE ALL ON SCHEMA joust_dispatch FROM PUBLIC, joust_reader, joust_submitter, joust_worker;
  REVOKE ALL ON ALL TABLES IN SCHEMA joust_dispatch FROM PUBLIC, joust_reader, joust_submitter, joust_worker;
  REVOKE ALL ON ALL SEQUENCES IN SCHEMA joust_dispatch FROM PUBLIC, joust_reader, joust_submitter, joust_worker;
  REVOKE ALL ON ALL FUNCTIONS IN SCHEMA joust_dispatch FROM PUBLIC, joust_reader, joust_submitter, joust_worker;
  GRANT USAGE ON SCHEMA joust_dispatch TO joust_reader;
  GRANT SELECT ON ALL TABLES IN SCHEMA joust_dispatch TO joust_reader;
  -- Handing a contest over. What DBOS says for it names creator_xid, and leaves that as it is.
  GRANT INSERT, UPDATE (creator_xid) ON joust_dispatch.workflow_status TO joust_submitter;
  GRANT INSERT (workflow_uuid, inputs) ON joust_dispatch.workflow_input TO joust_submitter;
  GRANT EXECUTE ON FUNCTION joust_dispatch.joust_hasten(text, bigint) TO joust_submitter;
  -- Taking contests, and forgetting what is over.
  GRANT INSERT, UPDATE, DELETE ON joust_dispatch.workflow_status, joust_dispatch.workflow_output TO joust_worker;
  GRANT INSERT, DELETE ON joust_dispatch.workflow_input TO joust_worker;
  GRANT DELETE ON joust_dispatch.operation_outputs TO joust_worker;
  GRANT INSERT, UPDATE (application_name) ON joust_dispatch.application_versions TO joust_worker;
END $$;

COMMIT;
