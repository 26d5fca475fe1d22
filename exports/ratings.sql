/*
title: Every annotator's labels (one JSON line a rating)
for: agreement studies, models of annotators, and people who merge labels in their own way
format: jsonl
file: ratings.jsonl
grain: rating
unique_order: [seq]
whitespace: as given
*/
SELECT * FROM ratings ORDER BY seq
