-- What annotators say beside their labels: comments and flags on a turn or a dialogue, and dialogues they passed over.

CREATE TABLE notes (note_id VARCHAR PRIMARY KEY, project_id VARCHAR NOT NULL, task VARCHAR NOT NULL,
    dialogue_id VARCHAR NOT NULL, turn_id VARCHAR NOT NULL, kind VARCHAR NOT NULL, text VARCHAR NOT NULL,
    author VARCHAR NOT NULL, recorded_at TIMESTAMPTZ NOT NULL);
CREATE TABLE skips (project_id VARCHAR NOT NULL, task VARCHAR NOT NULL, round INTEGER NOT NULL,
    dialogue_id VARCHAR NOT NULL, annotator VARCHAR NOT NULL, reason VARCHAR NOT NULL, text VARCHAR NOT NULL,
    recorded_at TIMESTAMPTZ NOT NULL, PRIMARY KEY (project_id, task, round, dialogue_id, annotator));
