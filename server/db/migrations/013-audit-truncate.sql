-- The journal is not emptied either.
CREATE TRIGGER audit_events_keep BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_events_append_only();

-- Asked at each try to sign in.
CREATE INDEX sessions_known_network ON sessions (user_id, network);
