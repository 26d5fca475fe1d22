-- People and things that annotators add to a dialogue where the schema lets them: whoever is spoken about and absent.

CREATE TABLE added_people (project_id VARCHAR NOT NULL, dialogue_id VARCHAR NOT NULL, annotator VARCHAR NOT NULL,
    participant_id VARCHAR NOT NULL, name VARCHAR NOT NULL, kind VARCHAR NOT NULL, recorded_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (project_id, dialogue_id, annotator, participant_id));
