-- What recipes, reports and pages may read. Each has a project_id in front, which a recipe never sees.

CREATE SCHEMA IF NOT EXISTS published;

CREATE OR REPLACE VIEW published.dialogues AS
SELECT project_id, dialogue_id, source_id, case_id, position AS idx, attributes, extra, consent FROM main.dialogues;

CREATE OR REPLACE VIEW published.participants AS
SELECT project_id, dialogue_id, participant_id, name, role, kind, attributes FROM main.participants
UNION ALL -- whom annotators added: once, whoever did, under the first spelling
SELECT project_id, dialogue_id, participant_id, list(name ORDER BY recorded_at, annotator)[1], '',
    list(kind ORDER BY recorded_at, annotator)[1], '{}'::JSON
FROM main.added_people GROUP BY project_id, dialogue_id, participant_id;

CREATE OR REPLACE VIEW published.turns AS
SELECT project_id, dialogue_id, turn_id, idx, speaker_ids[1] AS speaker_id, speaker_ids, role, addressee_ids, text,
    start_s, end_s, secondary, extra
FROM main.turns;

CREATE OR REPLACE VIEW published.parts AS
SELECT project_id, dialogue_id, part_id, of_kind, of_id, idx, type, text FROM main.parts;

CREATE OR REPLACE VIEW published.candidates AS
SELECT project_id, dialogue_id, candidate_id, turn_id, idx, source, content FROM main.candidates;

CREATE OR REPLACE VIEW published.cases AS
SELECT d.project_id, d.case_id, coalesce(c.attributes, '{}'::JSON) AS attributes
FROM (SELECT DISTINCT project_id, case_id FROM main.dialogues WHERE case_id <> '') d
LEFT JOIN main.cases c USING (project_id, case_id);

CREATE OR REPLACE VIEW published.media AS SELECT project_id, dialogue_id, idx, kind, path FROM main.media;

CREATE OR REPLACE VIEW published.splits AS SELECT project_id, dialogue_id, split FROM main.splits;

CREATE OR REPLACE VIEW published.options AS
SELECT o.project_id, o.field, o.option_id, o.position, o.label, o.export_alias
FROM main.options o JOIN main.projects p USING (project_id, schema_version);

CREATE OR REPLACE VIEW published.events AS
SELECT project_id, seq, id::VARCHAR AS id, task, round, dialogue_id, field, case_id, turn_id, participant_id, other_id,
    part_id, candidate_id, item_id, annotator, annotator_kind, state, value, raw, certainty, shown_order,
    based_on::VARCHAR AS based_on, stale, origin, client_at, recorded_at, visible_ms, schema_version, guidelines,
    text_revision
FROM main.annotation_events;

-- Per key, task, annotator and round the newest event that was not stale, and the independent one where that is another:
-- the newest of round 1 up to the first submit, of a case to its own (imports count as submitted). Two groupings cost half of what windows do;
-- the last join also names project, dialogue and field, so that a filter on these reaches both of its sides.
CREATE OR REPLACE VIEW published.ratings AS
WITH submits AS (
    SELECT project_id, dialogue_id, case_id, task, annotator, min(seq) AS first_submit
    FROM main.annotation_events WHERE field = '' AND state = 'submitted' AND round = 1
    GROUP BY ALL
), labels AS (
    SELECT e.*, CASE WHEN round = 1 AND (origin = 'import' OR seq <= first_submit) THEN seq END AS own_seq
    FROM main.annotation_events e LEFT JOIN submits USING (project_id, dialogue_id, case_id, task, annotator)
    WHERE NOT stale AND field <> ''
), of_rounds AS (
    SELECT project_id, dialogue_id, field, case_id, turn_id, participant_id, other_id, part_id, candidate_id, item_id,
        task, annotator, round, max(seq) AS newest, max(own_seq) AS own
    FROM labels GROUP BY ALL
), of_keys AS (
    SELECT project_id, dialogue_id, field, case_id, turn_id, participant_id, other_id, part_id, candidate_id, item_id,
        task, annotator, list(newest) AS newest, max(own) AS own, max_by(newest, round) AS current
    FROM of_rounds GROUP BY ALL
), chosen AS (
    SELECT project_id, dialogue_id, field, own, current,
        unnest(if(own IS NULL OR list_contains(newest, own), newest, list_append(newest, own))) AS seq
    FROM of_keys
)
SELECT project_id, task, round, dialogue_id, case_id, field, turn_id, participant_id, other_id, part_id, candidate_id,
    item_id, annotator, annotator_kind, state, value, raw, certainty, origin,
    own IS NOT DISTINCT FROM seq AS is_independent, schema_version, recorded_at, seq, current = seq AS is_current
FROM main.annotation_events e JOIN chosen USING (project_id, dialogue_id, field, seq)
WHERE state <> 'retracted';

-- Gold of one project (of one field, or of all where it is null): verdict, else the rule over independent labels of
-- persons, else the source's own label, else nothing; the rule's name comes from the table `fields`.
CREATE OR REPLACE MACRO published.gold(wanted_project, wanted_field) AS TABLE
WITH found AS MATERIALIZED (
    SELECT * EXCLUDE project_id FROM published.ratings
    WHERE project_id = wanted_project AND (wanted_field IS NULL OR field = wanted_field)
), keys AS MATERIALIZED ( -- each field and target: its number `k`, and the events that may decide; of each kind the newest
    SELECT dialogue_id, case_id, field, turn_id, participant_id, other_id, part_id, candidate_id, item_id,
        min(seq) AS k,
        list(seq) FILTER (is_independent AND annotator_kind = 'person' AND state IN ('value', 'none', 'cannot_tell'))
            AS votes,
        max(seq) FILTER (is_current AND annotator_kind IN ('adjudicator', 'group')
            AND state IN ('value', 'none', 'cannot_tell', 'no_agreement')) AS verdict,
        max(seq) FILTER (is_current
            AND (annotator_kind = 'participant' OR (origin = 'import' AND annotator_kind <> 'model'))) AS source
    FROM found GROUP BY ALL
), rules AS (
    SELECT f.field, f.gold_rule FROM main.fields f JOIN main.projects p USING (project_id, schema_version)
    WHERE project_id = wanted_project
), votes AS MATERIALIZED ( -- one a person: of several tasks the newest
    SELECT k, annotator, field, dialogue_id, state, value, coalesce(gold_rule, 'same') AS gold_rule
    FROM (SELECT k, unnest(votes) AS seq FROM keys) JOIN found USING (seq) LEFT JOIN rules USING (field)
    QUALIFY row_number() OVER (PARTITION BY k, annotator ORDER BY seq DESC) = 1
), voters AS MATERIALIZED (
    SELECT k, any_value(gold_rule) AS gold_rule, count(*) AS n, count(*) FILTER (state = 'value') AS n_values,
        count(*) FILTER (state = 'none') AS n_nones
    FROM votes GROUP BY k
), answers AS ( -- different answers with their votes
    SELECT k, state, value::VARCHAR AS value, count(*) AS n FROM votes WHERE state <> 'cannot_tell' GROUP BY ALL
), tops AS (
    SELECT k, max(n) AS top, count(*) AS n_answers FROM answers GROUP BY k
), winners AS (
    SELECT k, any_value(top) AS top, any_value(n_answers) AS n_answers, count(*) AS n_tied, min(state) AS state,
        min(value) AS value
    FROM answers JOIN tops USING (k) WHERE n = top GROUP BY k
), elements AS (
    SELECT k, annotator, field, dialogue_id,
        CASE json_type(element) WHEN 'OBJECT' THEN element ->> '$.option' ELSE element ->> '$' END AS element
    FROM (SELECT * EXCLUDE value, unnest(value::JSON[]) AS element FROM votes
        WHERE gold_rule = 'set_majority' AND state = 'value' AND json_type(value) = 'ARRAY')
), chosen AS ( -- options that more than half of the voters took
    SELECT k, any_value(field) AS field, any_value(dialogue_id) AS dialogue_id, element
    FROM elements JOIN voters USING (k)
    GROUP BY k, element HAVING 2 * count(DISTINCT annotator) > any_value(n_values + n_nones)
), sets AS ( -- in the order of the schema, of the list of participants or of the turns
    SELECT k, to_json(list(element ORDER BY coalesce(o.position, p.idx, t.idx), element)) AS value
    FROM chosen c
    LEFT JOIN published.options o ON o.project_id = wanted_project AND o.field = c.field AND o.option_id = element
    LEFT JOIN main.participants p ON p.project_id = wanted_project AND p.dialogue_id = c.dialogue_id
        AND p.participant_id = element
    LEFT JOIN main.turns t ON t.project_id = wanted_project AND t.dialogue_id = c.dialogue_id AND t.turn_id = element
    GROUP BY k
), numbers AS ( -- sums of decimals are exact, so no order of rows changes them
    SELECT k, count(number) AS n, CASE any_value(gold_rule) WHEN 'median' THEN median(number)
        WHEN 'mean' THEN sum(number::DECIMAL(28, 10))::DOUBLE / count(number) END AS number
    FROM (SELECT k, gold_rule, TRY_CAST(value AS DOUBLE) AS number FROM votes
        WHERE state = 'value' AND gold_rule IN ('median', 'mean'))
    GROUP BY k
), ruled AS (
    SELECT v.k, v.n, CASE
            WHEN n_values + n_nones = 0 THEN 'cannot_tell'
            WHEN n_values = 0 THEN 'none'
            WHEN gold_rule IN ('set_majority', 'median', 'mean') THEN 'value'
            WHEN gold_rule = 'majority' THEN if(n_tied = 1, w.state, 'no_agreement')
            WHEN n_answers = 1 THEN w.state
            ELSE 'no_agreement' END AS state,
        CASE
            WHEN n_values = 0 THEN NULL
            WHEN gold_rule = 'set_majority' THEN coalesce(s.value, '[]'::JSON)::VARCHAR
            WHEN gold_rule IN ('median', 'mean') THEN
                CASE WHEN number = floor(number) THEN number::BIGINT::VARCHAR ELSE number::VARCHAR END
            WHEN gold_rule = 'majority' THEN if(n_tied = 1, w.value, NULL)
            WHEN n_answers = 1 THEN w.value END AS value,
        CASE
            WHEN n_values = 0 OR gold_rule IN ('set_majority', 'median', 'mean') THEN ''
            WHEN gold_rule = 'majority' AND n_tied > 1 THEN
                format('a tie: {} answers have {} {} each', n_tied, top, if(top = 1, 'vote', 'votes'))
            WHEN gold_rule <> 'majority' AND n_answers > 1 THEN format('{} different answers', n_answers)
            ELSE '' END AS reason
    FROM voters v LEFT JOIN winners w USING (k) LEFT JOIN sets s USING (k) LEFT JOIN numbers m USING (k)
)
SELECT dialogue_id, case_id, field, turn_id, participant_id, other_id, part_id, candidate_id, item_id,
    CASE WHEN verdict IS NULL AND r.k IS NOT NULL THEN r.state ELSE e.state END AS state,
    CASE WHEN verdict IS NULL AND r.k IS NOT NULL THEN if(r.state = 'value', r.value, NULL)
        WHEN e.state = 'value' THEN e.value::VARCHAR END::JSON AS value,
    CASE WHEN verdict IS NULL AND r.k IS NULL THEN e.raw END AS raw,
    CASE WHEN verdict IS NOT NULL THEN 'verdict' WHEN r.k IS NOT NULL THEN 'rule'
        WHEN e.annotator_kind = 'participant' THEN 'participant' WHEN e.seq IS NOT NULL THEN 'import' END AS gold_source,
    coalesce(r.n, 0)::INTEGER AS n_annotators,
    CASE WHEN verdict IS NOT NULL THEN if(e.state = 'no_agreement', 'the verdict is that there is no agreement', '')
        WHEN r.k IS NOT NULL THEN r.reason
        WHEN e.seq IS NULL THEN 'no submitted label of a person yet'
        WHEN e.state = 'unmapped' THEN 'the label of the source is outside the scheme'
        ELSE '' END AS reason
FROM keys LEFT JOIN ruled r USING (k)
LEFT JOIN (SELECT seq, state, value, raw, annotator_kind FROM found) e -- one join: the verdict, else what the source says
    ON e.seq = coalesce(verdict, source);
