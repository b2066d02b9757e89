-- Three roles for a ledger of joust in PostgreSQL. Run it as the owner of the tables, in the database of the ledger, after
-- joust has made them (any command does, with the owner's address), and again after an update of joust:
--   psql -f postgres-roles.sql DATABASE
-- Then give each person or machine a login of its own:
--   CREATE ROLE alice LOGIN PASSWORD '...' IN ROLE joust_reader;
--
-- joust_reader     sees everything that was played: list, show, tail, export; and the pool: hosts.
-- joust_submitter  also opens contests, hands them to the pool, answers questions, cancels and applies. It cannot hold a
--                  contest: nothing plays under it.
-- joust_worker     also plays, is a host of the pool, and takes contests off the record (rm, prune).
-- Whoever may write can have programs run where a worker plays: docs/security.md says what that means.

DO $$
DECLARE role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['joust_reader', 'joust_submitter', 'joust_worker'] LOOP
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = role_name) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
    END IF;
  END LOOP;
END $$;

GRANT joust_reader TO joust_submitter;
GRANT joust_submitter TO joust_worker;

GRANT USAGE ON SCHEMA joust TO joust_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA joust TO joust_reader;

-- Events are only ever added.
GRANT INSERT ON joust.events, joust.names TO joust_submitter;
-- Content is put in piece by piece, and dropped where the same is there already.
GRANT INSERT, UPDATE, DELETE ON joust.blobs, joust.chunks TO joust_submitter;
-- Made from the record, and made again where they are missing.
GRANT INSERT, UPDATE, DELETE ON joust.digests TO joust_submitter;

GRANT INSERT, UPDATE, DELETE ON joust.leases, joust.pruned TO joust_worker;
GRANT DELETE ON joust.events, joust.names TO joust_worker;

-- The pool: hosts say that they are there.
GRANT INSERT, UPDATE, DELETE ON joust.hosts TO joust_worker;

-- Its queues, in a schema beside. They are made by the first command of the pool, with the owner's address: joust hosts.
DO $$
BEGIN
  IF to_regnamespace('joust_dispatch') IS NULL THEN
    RAISE NOTICE 'There are no queues of a pool yet. Where one is wanted: joust hosts with the owner''s address, then this file again.';
    RETURN;
  END IF;
  GRANT USAGE ON SCHEMA joust_dispatch TO joust_reader;
  GRANT SELECT ON ALL TABLES IN SCHEMA joust_dispatch TO joust_reader;
  -- Handing a contest over, and taking it out of the queue again.
  GRANT INSERT, UPDATE ON joust_dispatch.workflow_status, joust_dispatch.workflow_input TO joust_submitter;
  GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA joust_dispatch TO joust_worker;
  GRANT USAGE ON ALL SEQUENCES IN SCHEMA joust_dispatch TO joust_worker;
  GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA joust_dispatch TO joust_worker;
END $$;
