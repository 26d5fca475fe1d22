/*
title: ESConv, nested (one JSON array, as ESConv.json)
for: scripts that read speaker, annotation (strategy or feedback) and content
format: json
file: ESConv.json
grain: dialogue
needs: {turn: [strategy]}
unique_order: [idx]
whitespace: as given
hidden: [idx, dialogue_id, missing]
spread: [attributes, extra]
missing: missing
ascii: true
indent: 1
*/
-- Texts of JSON are put together by hand: json_object would write a key with null where the source has no key, and
-- json_merge_patch would drop the source's own nulls. A key written twice counts where it stands last.
WITH labels AS (
    SELECT
        g.dialogue_id, g.turn_id, g.field, g.state, g.gold_source IN ('import', 'participant') AS from_source, g.raw,
        to_json(coalesce(o.export_alias, g.value ->> '$')) AS written
    FROM gold g
    LEFT JOIN options o ON o.field = g.field AND o.option_id = g.value ->> '$'
    WHERE g.field IN ('strategy', 'feedback', 'emotion', 'problem', 'emotion_before', 'emotion_after')
),
-- A source of this form gets its own spelling back; any other label is written as the benchmark spells it.
lines AS (
    SELECT
        t.dialogue_id, t.turn_id, t.idx, t.role, t.text, t.extra::VARCHAR AS extra,
        coalesce(t.extra ->> 'annotation', '{}') AS rest,
        CASE
            WHEN t.speaker_id IN ('speaker', 'listener') THEN t.speaker_id
            WHEN t.role IN ('seeker', 'supporter') THEN t.role
            ELSE t.speaker_id
        END AS speaker,
        CASE WHEN s.from_source AND t.own_form THEN s.raw ELSE s.written END AS strategy,
        CASE WHEN f.from_source AND t.own_form THEN f.raw ELSE f.written END AS feedback
    FROM (SELECT *, speaker_id IN ('seeker', 'supporter', 'speaker', 'listener') AS own_form FROM turns) t
    LEFT JOIN labels s ON s.field = 'strategy' AND s.dialogue_id = t.dialogue_id AND s.turn_id = t.turn_id
    LEFT JOIN labels f ON f.field = 'feedback' AND f.dialogue_id = t.dialogue_id AND f.turn_id = t.turn_id
),
dialogs AS (
    SELECT
        dialogue_id,
        list(turn_id ORDER BY idx) FILTER (WHERE role <> 'seeker' AND strategy IS NULL) AS missing,
        '[' || string_agg(
            '{' || CASE WHEN extra = '{}' THEN '' ELSE substr(extra, 2, length(extra) - 2) || ',' END
            || '"speaker":' || to_json(speaker) || ',"annotation":{' || rtrim(
                CASE WHEN rest = '{}' THEN '' ELSE substr(rest, 2, length(rest) - 2) || ',' END
                || coalesce('"strategy":' || strategy || ',', '') || coalesce('"feedback":' || feedback, ''), ','
            ) || '},"content":' || coalesce(to_json(text), 'null') || '}',
            ',' ORDER BY idx
        ) || ']' AS dialog
    FROM lines
    GROUP BY dialogue_id
),
-- What people of this project decided about a whole dialogue replaces what the source says.
decided AS (
    SELECT
        dialogue_id,
        max(CASE field WHEN 'emotion' THEN written END) AS emotion,
        max(CASE field WHEN 'problem' THEN written END) AS problem,
        max(CASE field WHEN 'emotion_before' THEN written END) AS emotion_before,
        max(CASE field WHEN 'emotion_after' THEN written END) AS emotion_after
    FROM labels
    WHERE turn_id = '' AND state = 'value' AND NOT from_source
    GROUP BY dialogue_id
)
SELECT
    d.idx,
    d.dialogue_id,
    t.missing,
    CASE WHEN c.dialogue_id IS NULL THEN d.attributes ELSE json_merge_patch(d.attributes, json_merge_patch('{}'::JSON,
        json_object('emotion_type', c.emotion, 'problem_type', c.problem, 'survey_score', json_object('seeker',
            json_object('initial_emotion_intensity', c.emotion_before, 'final_emotion_intensity', c.emotion_after)))))
    END AS attributes,
    coalesce(t.dialog, '[]')::JSON AS dialog,
    d.extra
FROM dialogues d
LEFT JOIN dialogs t USING (dialogue_id)
LEFT JOIN decided c USING (dialogue_id)
ORDER BY d.idx
