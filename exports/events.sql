/*
title: The whole record of events (one JSON line an event)
for: audits, and anybody who wants to compute labels from the beginning; superseded, late and withdrawn ones too
format: jsonl
file: events.jsonl
grain: event
unique_order: [seq]
whitespace: as given
*/
SELECT * FROM events ORDER BY seq
