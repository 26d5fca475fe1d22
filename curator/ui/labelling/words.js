// Every word of the labelling page, in one place: a language is one more entry here.
// {name} is filled in; a list is [one, many] chosen by n.

import { EN as MEDIA } from './media/words.js';

const EN = {
  turn: 'Turn {n}',
  turn_of: 'Turn {n} of {of}',
  whole: 'The whole conversation',
  dialogue_of: 'Conversation {n} of {of}',
  answered: '{done} of {of} needed answers',
  nothing_required: ['1 answer', '{n} answers'],
  required: 'needed',
  optional: 'optional',
  open: 'open',
  none: 'None',
  none_hint: 'looked, and found none',
  cannot_tell: 'Cannot tell',
  none_will: 'None, when you submit',
  to: 'to {names}',
  saved: 'saved',
  sending: 'sending',
  kept: 'kept, not sent',
  refused: 'not accepted',
  unfinished: 'unfinished',
  all_saved: 'All saved',
  n_sending: ['Sending 1 answer', 'Sending {n} answers'],
  offline: [
    'Offline. 1 answer is kept in this browser and goes out by itself.',
    'Offline. {n} answers are kept in this browser and go out by themselves.',
  ],
  signed_out: [
    'Signed out. 1 answer is kept, not sent. Sign in again in another tab: it goes out by itself.',
    'Signed out. {n} answers are kept, not sent. Sign in again in another tab: they go out by themselves.',
  ],
  full: [
    'The server’s disk is full. 1 answer is kept here, not sent. Tell the lead; keep this browser as it is.',
    'The server’s disk is full. {n} answers are kept here, not sent. Tell the lead; keep this browser as it is.',
  ],
  failing: [
    'The server has a problem. 1 answer is kept, not sent, and tried again.',
    'The server has a problem. {n} answers are kept, not sent, and tried again.',
  ],
  not_durable: 'This browser has no room left: keep this tab open until everything is saved.',
  n_refused: ['1 answer was not accepted', '{n} answers were not accepted'],
  refused_reason: 'Not accepted: {reason}',
  show: 'Show',
  close: 'Close',
  drop: 'Drop it',
  loading: 'Opening the conversation …',
  no_answer: 'The server does not answer. This page tries again by itself.',
  sign_in: 'You are signed out. Sign in again in another tab: this page goes on by itself.',
  finished: 'Nothing is left to label here.',
  finished_more: 'Everything that was handed out to you in this task is submitted. Thank you.',
  submit: 'Submit',
  submitting: 'Submitting …',
  waiting: 'Waiting until your answers are saved, then it is submitted. Esc takes it back.',
  missing: ['1 answer is missing', '{n} answers are missing'],
  and_more: 'and {n} more',
  will_be_none: ['1 untouched answer will count as “none”', '{n} untouched answers will count as “none”'],
  submit_anyway: 'Submit',
  not_yet: 'Not yet',
  submit_failed: 'Not submitted: {problem}',
  submitted: 'Submitted',
  submitted_more: 'This conversation is submitted; its answers are closed.',
  reopen: 'Reopen',
  back: 'The one before',
  undo: 'Undo',
  undone: 'Taken back',
  nothing_to_undo: 'Nothing to take back',
  help: 'Keys',
  guidelines: 'Guidelines',
  no_guidelines: 'This scheme has no guidelines.',
  auto: 'Go on by itself',
  auto_on: 'After an answer the next open question comes by itself',
  auto_off: 'After an answer you stay where you are',
  all_answered: 'Every needed question is answered. Submit when you are ready.',
  filter: 'Type to find an option',
  filter_is: 'Finding: {text}',
  no_match: 'No option has these letters',
  write: 'Enter to write',
  write_here: 'Your words',
  done_writing: 'Ctrl + Enter goes on · Esc stops writing',
  confirm_set: 'Enter goes on',
  at_least: 'Choose at least {n}',
  at_most: 'Choose at most {n}',
  at_least_characters: 'Write at least {n} characters',
  at_most_characters: 'Write at most {n} characters',
  examples: 'For example',
  nothing_to_ask: 'There is nothing to answer at this turn.',
  command: 'Command: which letter?',
  leave: 'Tab now leaves the questions',
  two_answers: 'Two answers to one question',
  two_answers_more: 'One of them came late, from another tab or from an old outbox. Nothing was overwritten: you decide.',
  current: 'Current',
  late: 'Came late',
  keep_current: 'Keep the current one',
  use_late: 'Use the late one',
  offers: ['1 late answer waits for your decision', '{n} late answers wait for your decision'],
  cannot_draw: 'This page cannot draw everything this scheme asks',
  cannot_draw_one: 'The page cannot draw `{kind}` on {target} yet: field {field}',
  keys_title: 'Keys',
  keys_commands: 'Moving and commands',
  keys_options: 'Answers',
  key_turns: 'next and previous turn',
  key_fields: 'next and previous question',
  key_options: 'move among the options',
  key_take: 'take the option, or go on',
  key_digits: 'take an option by its number',
  key_none: 'none: looked, and found nothing',
  key_cannot_tell: 'cannot tell',
  key_clear: 'clear the answer',
  key_ends: 'first and last turn',
  key_pages: 'five turns on or back',
  key_next: 'next open question',
  key_undo: 'undo',
  key_guidelines: 'guidelines',
  key_auto: 'going on by itself, on or off',
  key_submit: 'submit',
  key_help: 'this list',
  key_leave: 'Esc, then Tab: leave the questions',
  key_leader: 'Where an option has taken a letter, its command comes after a comma.',
  region: 'Labelling',
  turns: 'Conversation',
  question: 'Question',
  ...MEDIA,
};

const LANGUAGES = { en: EN };

export function speak(language) {
  const lists = [LANGUAGES[language] || LANGUAGES[(language || '').split('-')[0]] || EN, EN];
  return (name, values = {}) => {
    let text = lists[0][name] ?? lists[1][name] ?? name;
    if (Array.isArray(text)) text = text[values.n === 1 ? 0 : 1];
    return text.replace(/\{(\w+)\}/g, (whole, key) => (key in values ? String(values[key]) : whole));
  };
}

// A label is {language: text}; without the wanted language the first one, without any the id.
export function labelOf(thing, language) {
  const label = thing.label || {};
  return label[language] || label[(language || '').split('-')[0]] || label.en || Object.values(label)[0] || thing.id;
}
