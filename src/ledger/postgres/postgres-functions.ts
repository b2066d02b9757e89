// What a role may do to the ledger's tables without the right to change them: functions that run with the owner's rights,
// and a check of what a role that plays nothing puts on record. A migration makes them, so this text never changes.

/**
 * JSON as the database reads it: it refuses some escapes that JavaScript writes. They become a letter that no name or value
 * that is compared contains, so that what the database reads is what joust reads.
 */
export const readableJson = (text: string): string =>
  String.raw`regexp_replace(${text}, '\\(\\\\|u0000|ud[89a-f][0-9a-f]{2})', 'x', 'gi')::json`;

/** Content is named by the database itself, or written by one login alone until it is whole. */
const content = `
  ALTER TABLE joust.blobs ADD COLUMN writer text COLLATE "C";

  CREATE FUNCTION joust.put_content(contents bytea[]) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    INSERT INTO joust.blobs (sha256, bytes, content)
    SELECT DISTINCT ON (1) encode(sha256(given), 'hex'), octet_length(given), given
    FROM unnest(contents) AS given ORDER BY 1
    ON CONFLICT DO NOTHING
  $$;

  CREATE FUNCTION joust.keep_content(hash text) RETURNS boolean
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    WITH kept AS (UPDATE joust.blobs SET at = clock_timestamp() WHERE sha256 = hash RETURNING id)
    SELECT EXISTS (SELECT FROM kept)
  $$;

  CREATE FUNCTION joust.begin_content() RETURNS bigint
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    INSERT INTO joust.blobs (bytes, writer) VALUES (0, session_user) RETURNING id
  $$;

  CREATE FUNCTION joust.put_piece(begun bigint, piece int, given bytea) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    IF NOT EXISTS (SELECT FROM joust.blobs WHERE id = begun AND sha256 IS NULL AND writer = session_user) THEN
      RAISE EXCEPTION 'content % is not being written by this login', begun USING ERRCODE = 'insufficient_privilege';
    END IF;
    INSERT INTO joust.chunks (blob, place, data) VALUES (begun, piece, given) ON CONFLICT DO NOTHING;
  END $$;

  CREATE FUNCTION joust.name_content(begun bigint, hash text, size bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DECLARE known text;
  BEGIN
    SELECT coalesce(sha256, '') INTO known FROM joust.blobs WHERE id = begun AND writer = session_user FOR UPDATE;
    -- Said again after its answer was lost.
    IF known = hash THEN RETURN; END IF;
    IF known IS DISTINCT FROM '' THEN
      RAISE EXCEPTION 'content % is not being written by this login', begun USING ERRCODE = 'insufficient_privilege';
    END IF;
    -- The same content may have been stored meanwhile: that one stays.
    IF joust.keep_content(hash) THEN
      DELETE FROM joust.blobs WHERE id = begun;
      DELETE FROM joust.chunks WHERE blob = begun;
      RETURN;
    END IF;
    IF hash !~ '^[0-9a-f]{64}$'
      OR size IS DISTINCT FROM (SELECT sum(octet_length(data)) FROM joust.chunks WHERE blob = begun) THEN
      RAISE EXCEPTION 'content % is not whole', begun USING ERRCODE = 'data_exception';
    END IF;
    UPDATE joust.blobs SET sha256 = hash, bytes = size, at = clock_timestamp() WHERE id = begun;
  END $$;

  REVOKE ALL ON FUNCTION joust.put_content(bytea[]), joust.keep_content(text), joust.begin_content(),
    joust.put_piece(bigint, int, bytea), joust.name_content(bigint, text, bigint) FROM PUBLIC;`;

/** Roles that play may take any lease off, and only they. */
const playsNothing = "NOT has_table_privilege('joust.leases'::regclass, 'DELETE')";

/**
 * A role that plays nothing speaks as a person does: it opens contests, answers, cancels, overrides and applies. What an
 * attempt, a check or a judge came to is only recorded by a role that plays.
 */
const events = `
  CREATE FUNCTION joust.check_event() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  DECLARE said json := ${readableJson('NEW.body')};
  BEGIN
    IF said ->> 'type' = NEW.type AND (CASE NEW.type
      WHEN 'contest.opened' THEN NOT EXISTS (SELECT FROM joust.events WHERE contest = NEW.contest)
      WHEN 'contest.closed' THEN coalesce(said ->> 'outcome' = 'declined', false)
      WHEN 'gate.asked' THEN coalesce(said ->> 'key' = 'assent', false)
      ELSE NEW.type IN ('contest.cancelled', 'gate.answered', 'winner.overridden', 'patch.applied', 'patch.undone')
    END) THEN
      NEW.at := to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'this role may not record % in contest %', NEW.type, NEW.contest
      USING ERRCODE = 'insufficient_privilege';
  END $$;

  CREATE TRIGGER check_event BEFORE INSERT ON joust.events FOR EACH ROW
  WHEN (${playsNothing}) EXECUTE FUNCTION joust.check_event();`;

/** What a person does on a machine of their own comes one after the other, too: in a folder, and in a session. */
const leases = `
  CREATE FUNCTION joust.check_lease() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    IF NEW.contest ~ '^(tree|oracle of session) ' THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'this role may not hold %', NEW.contest USING ERRCODE = 'insufficient_privilege';
  END $$;

  CREATE TRIGGER check_lease BEFORE INSERT OR UPDATE ON joust.leases FOR EACH ROW
  WHEN (${playsNothing}) EXECUTE FUNCTION joust.check_lease();

  REVOKE ALL ON FUNCTION joust.check_event(), joust.check_lease() FROM PUBLIC;`;

export const roleFunctions = content + events + leases;
