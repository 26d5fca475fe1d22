-- The first shape of the database. Content tables carry no unique index: the one writer keeps them unique, and a
-- changed dialogue can be taken out and put back in one transaction.

CREATE TABLE projects (project_id VARCHAR PRIMARY KEY, position INTEGER NOT NULL, schema_version INTEGER NOT NULL,
    content JSON NOT NULL);
CREATE TABLE schemas (project_id VARCHAR NOT NULL, version INTEGER NOT NULL, content JSON NOT NULL,
    PRIMARY KEY (project_id, version));
-- What the views need to know of a field, as the field's kind told it: no view asks for a kind by name.
CREATE TABLE fields (project_id VARCHAR NOT NULL, schema_version INTEGER NOT NULL, position INTEGER NOT NULL,
    field VARCHAR NOT NULL, target VARCHAR NOT NULL, gold_rule VARCHAR NOT NULL, column_type VARCHAR NOT NULL,
    items BOOLEAN NOT NULL);
CREATE TABLE options (project_id VARCHAR NOT NULL, schema_version INTEGER NOT NULL, field VARCHAR NOT NULL,
    position INTEGER NOT NULL, option_id VARCHAR NOT NULL, label VARCHAR NOT NULL, export_alias VARCHAR);
CREATE TABLE guidelines (project_id VARCHAR NOT NULL, revision INTEGER NOT NULL, markdown VARCHAR NOT NULL,
    written_at TIMESTAMPTZ NOT NULL, PRIMARY KEY (project_id, revision));

CREATE TABLE dialogues (project_id VARCHAR NOT NULL, dialogue_id VARCHAR NOT NULL, position BIGINT NOT NULL,
    source_id VARCHAR NOT NULL, case_id VARCHAR NOT NULL, attributes JSON NOT NULL, extra JSON NOT NULL,
    consent JSON, content_hash VARCHAR NOT NULL, text_revision VARCHAR NOT NULL, source VARCHAR NOT NULL,
    added_at TIMESTAMPTZ NOT NULL);
CREATE TABLE participants (project_id VARCHAR NOT NULL, dialogue_id VARCHAR NOT NULL, idx INTEGER NOT NULL,
    participant_id VARCHAR NOT NULL, name VARCHAR NOT NULL, role VARCHAR NOT NULL, kind VARCHAR NOT NULL,
    members VARCHAR[] NOT NULL, attributes JSON NOT NULL);
CREATE TABLE turns (project_id VARCHAR NOT NULL, dialogue_id VARCHAR NOT NULL, idx INTEGER NOT NULL,
    turn_id VARCHAR NOT NULL, speaker_ids VARCHAR[] NOT NULL, role VARCHAR NOT NULL, addressee_ids VARCHAR[] NOT NULL,
    text VARCHAR NOT NULL, start_s DOUBLE, end_s DOUBLE, secondary JSON NOT NULL, attributes JSON NOT NULL,
    extra JSON NOT NULL);
CREATE TABLE parts (project_id VARCHAR NOT NULL, dialogue_id VARCHAR NOT NULL, idx INTEGER NOT NULL,
    part_id VARCHAR NOT NULL, of_kind VARCHAR NOT NULL, of_id VARCHAR NOT NULL, type VARCHAR NOT NULL,
    text VARCHAR NOT NULL);
CREATE TABLE candidates (project_id VARCHAR NOT NULL, dialogue_id VARCHAR NOT NULL, idx INTEGER NOT NULL,
    candidate_id VARCHAR NOT NULL, turn_id VARCHAR NOT NULL, source VARCHAR NOT NULL, content JSON);
CREATE TABLE media (project_id VARCHAR NOT NULL, dialogue_id VARCHAR NOT NULL, idx INTEGER NOT NULL,
    kind VARCHAR NOT NULL, path VARCHAR NOT NULL);
CREATE TABLE cases (project_id VARCHAR NOT NULL, case_id VARCHAR NOT NULL, attributes JSON NOT NULL);
CREATE TABLE splits (project_id VARCHAR NOT NULL, dialogue_id VARCHAR NOT NULL, split VARCHAR NOT NULL,
    PRIMARY KEY (project_id, dialogue_id));

-- Append-only, the source of truth for labels. Target columns are '' where the target has no such end;
-- `field` is '' for *submitted* and *reopened*. A UUID index costs a third of a text index and a fifth of its time.
CREATE TABLE annotation_events (seq BIGINT NOT NULL, id UUID NOT NULL UNIQUE, project_id VARCHAR NOT NULL,
    task VARCHAR NOT NULL, round INTEGER NOT NULL, dialogue_id VARCHAR NOT NULL, field VARCHAR NOT NULL,
    case_id VARCHAR NOT NULL, turn_id VARCHAR NOT NULL, participant_id VARCHAR NOT NULL, other_id VARCHAR NOT NULL,
    part_id VARCHAR NOT NULL, candidate_id VARCHAR NOT NULL, item_id VARCHAR NOT NULL, annotator VARCHAR NOT NULL,
    annotator_kind VARCHAR NOT NULL, state VARCHAR NOT NULL, value JSON, raw JSON, certainty JSON,
    shown_order VARCHAR[], based_on UUID, stale BOOLEAN NOT NULL, origin VARCHAR NOT NULL, client_at TIMESTAMPTZ,
    recorded_at TIMESTAMPTZ NOT NULL, visible_ms BIGINT, schema_version INTEGER NOT NULL,
    guidelines INTEGER NOT NULL, text_revision VARCHAR NOT NULL);

CREATE TABLE annotators (project_id VARCHAR NOT NULL, annotator VARCHAR NOT NULL, kind VARCHAR NOT NULL,
    PRIMARY KEY (project_id, annotator));
CREATE TABLE progress (project_id VARCHAR NOT NULL, task VARCHAR NOT NULL, round INTEGER NOT NULL,
    dialogue_id VARCHAR NOT NULL, annotator VARCHAR NOT NULL, state VARCHAR NOT NULL, n_answered INTEGER NOT NULL,
    n_events INTEGER NOT NULL, last_at TIMESTAMPTZ, submitted_at TIMESTAMPTZ,
    PRIMARY KEY (project_id, task, round, dialogue_id, annotator));

CREATE TABLE sessions (id_hash VARCHAR PRIMARY KEY, name VARCHAR NOT NULL, role VARCHAR NOT NULL,
    kind VARCHAR NOT NULL, csrf VARCHAR NOT NULL, created_at TIMESTAMPTZ NOT NULL, expires_at TIMESTAMPTZ);
CREATE TABLE settings (name VARCHAR PRIMARY KEY, value JSON);
-- Which text of views.sql the views of this database were made from.
CREATE TABLE views_written (stamp VARCHAR NOT NULL);
