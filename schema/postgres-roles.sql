-- Three roles for a ledger of joust in PostgreSQL. Run it as the owner of the tables, in the database of the ledger, after
-- joust has made them (any command does, with the owner's address), and again after an update of joust:
--   psql -f postgres-roles.sql DATABASE
-- Then give each person or machine a login of its own:
--   CREATE ROLE alice LOGIN PASSWORD '...' IN ROLE joust_reader;
--
-- joust_reader     sees everything that was played: list, show, tail, export.
-- joust_submitter  also opens contests, answers questions, cancels and applies. It cannot hold a contest: nothing plays under it.
-- joust_worker     also plays, and takes contests off the record (rm, prune).
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
