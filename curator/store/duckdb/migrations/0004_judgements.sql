-- Whether the texts of two annotators on one unit say the same, as somebody who did not see the names found. The two
-- ratings are named by the numbers of their events, which say what was written by whom about what.

CREATE TABLE judgements (project_id VARCHAR NOT NULL, field VARCHAR NOT NULL, first_seq BIGINT NOT NULL,
    second_seq BIGINT NOT NULL, judge VARCHAR NOT NULL, verdict VARCHAR NOT NULL, recorded_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (project_id, first_seq, second_seq, judge));
