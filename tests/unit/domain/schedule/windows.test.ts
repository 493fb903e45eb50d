import { opens, weekdaysOnly, window } from './builders';

const helsinki = 'Europe/Helsinki';

describe('windows', () => {
  const office = [window('09:00', '17:00', weekdaysOnly)];

  it.each([
    ['opens on its first minute', '2026-11-20T06:59:59Z', '2026-11-20T07:00:00Z'],
    ['is open on its first instant', '2026-11-20T07:00:00Z', '2026-11-20T07:00:00Z'],
    ['is open until its last millisecond', '2026-11-20T14:59:59.999Z', '2026-11-20T14:59:59.999Z'],
    ['is closed at its end, and opens after the weekend', '2026-11-20T15:00:00Z', '2026-11-23T07:00:00Z'],
  ])('a window %s', (_, now, expected) => {
    expect(opens({ now, zone: helsinki, rules: office })).toBe(expected);
  });

  it('calls at any time without rules', () => {
    expect(opens({ now: '2026-11-22T01:02:03Z', zone: helsinki, rules: [] })).toBe('2026-11-22T01:02:03Z');
  });

  it('treats 24:00 as the end of the day, and continues into a window that starts there', () => {
    const rules = [window('22:00', '24:00', ['Sa']), window('00:00', '01:00', ['Su'])];
    expect(opens({ now: '2026-11-21T21:59:59Z', zone: helsinki, rules })).toBe('2026-11-21T21:59:59Z');
    expect(opens({ now: '2026-11-21T22:59:59Z', zone: helsinki, rules })).toBe('2026-11-21T22:59:59Z');
    expect(opens({ now: '2026-11-21T23:00:00Z', zone: helsinki, rules })).toBe('2026-11-28T20:00:00Z');
  });

  it.each([
    ['Friday night', ['Fr'] as const, '2026-11-20T23:59:00Z', '2026-11-20T23:59:00Z'],
    ['not the night to Friday', ['Fr'] as const, '2026-11-19T23:30:00Z', '2026-11-20T20:00:00Z'],
    [
      'Saturday night into Sunday, over the end of the week',
      ['Sa'] as const,
      '2026-11-21T23:30:00Z',
      '2026-11-21T23:30:00Z',
    ],
    ['every night', undefined, '2026-11-22T00:00:00Z', '2026-11-22T20:00:00Z'],
  ])('a window over midnight belongs to the day it starts on: %s', (_, days, now, expected) => {
    expect(opens({ now, zone: helsinki, rules: [window('22:00', '02:00', days && [...days])] })).toBe(expected);
  });

  it('ends a window at midnight if End is 00:00', () => {
    const rules = [window('22:00', '00:00', ['Fr'])];
    expect(opens({ now: '2026-11-20T21:59:00Z', zone: helsinki, rules })).toBe('2026-11-20T21:59:00Z');
    expect(opens({ now: '2026-11-20T22:00:00Z', zone: helsinki, rules })).toBe('2026-11-27T20:00:00Z');
  });

  it('supports leap days', () => {
    const rules = [window('09:00', '17:00', ['Tu'])];
    expect(opens({ now: '2028-02-28T20:00:00Z', zone: 'UTC', rules })).toBe('2028-02-29T09:00:00Z');
    expect(opens({ now: '2028-02-29T17:00:00Z', zone: 'UTC', rules })).toBe('2028-03-07T09:00:00Z');
  });

  it('treats a rule with an empty list of days as daily', () => {
    expect(opens({ now: '2026-11-21T20:00:00Z', zone: helsinki, rules: [window('09:00', '17:00', [])] })).toBe(
      '2026-11-22T07:00:00Z',
    );
  });
});

describe('windows around a clock change', () => {
  it.each([
    [
      'Helsinki, skipped hour 03-04: a window inside it does not exist that day',
      { zone: helsinki, rules: [window('03:15', '03:45')], now: '2026-03-28T12:00:00Z' },
      '2026-03-30T00:15:00Z',
    ],
    [
      'Helsinki: a window that begins in the skipped hour begins with the next that exists',
      { zone: helsinki, rules: [window('03:30', '04:30')], now: '2026-03-28T12:00:00Z' },
      '2026-03-29T01:00:00Z',
    ],
    [
      'Helsinki: a window around the skipped hour is open on both sides of it',
      { zone: helsinki, rules: [window('02:30', '04:30')], now: '2026-03-29T01:29:59Z' },
      '2026-03-29T01:29:59Z',
    ],
    [
      'Helsinki, repeated hour 03-04: a window is open in the first',
      { zone: helsinki, rules: [window('03:30', '03:45')], now: '2026-10-24T22:00:00Z' },
      '2026-10-25T00:30:00Z',
    ],
    [
      'Helsinki: and open again in the second',
      { zone: helsinki, rules: [window('03:30', '03:45')], now: '2026-10-25T00:45:00Z' },
      '2026-10-25T01:30:00Z',
    ],
    [
      'Helsinki: an hour-long window is open for two',
      { zone: helsinki, rules: [window('03:00', '04:00')], now: '2026-10-25T01:59:59Z' },
      '2026-10-25T01:59:59Z',
    ],
    [
      'Lord Howe skips half an hour',
      { zone: 'Australia/Lord_Howe', rules: [window('02:10', '02:20')], now: '2026-10-03T12:00:00Z' },
      '2026-10-04T15:10:00Z',
    ],
    [
      'Lord Howe repeats half an hour',
      { zone: 'Australia/Lord_Howe', rules: [window('01:45', '01:50')], now: '2026-04-04T14:50:00Z' },
      '2026-04-04T15:15:00Z',
    ],
    [
      'Sao Paulo skipped the hour after midnight',
      { zone: 'America/Sao_Paulo', rules: [window('00:00', '01:00')], now: '2018-11-03T12:00:00Z' },
      '2018-11-05T02:00:00Z',
    ],
    [
      'Sao Paulo repeated the hour before midnight',
      { zone: 'America/Sao_Paulo', rules: [window('23:30', '23:40')], now: '2018-02-18T01:45:00Z' },
      '2018-02-18T02:30:00Z',
    ],
    [
      'St. John’s repeated a minute past midnight',
      { zone: 'America/St_Johns', rules: [window('23:59', '24:00')], now: '2010-11-07T02:30:00Z' },
      '2010-11-07T03:29:00Z',
    ],
    [
      'Kathmandu is 5:45 ahead',
      { zone: 'Asia/Kathmandu', rules: [window('09:00', '10:00')], now: '2026-06-01T00:00:00Z' },
      '2026-06-01T03:15:00Z',
    ],
  ])('%s', (_, at, expected) => {
    expect(opens(at)).toBe(expected);
  });

  it('have no Friday in the week in which Apia skipped one', () => {
    const now = '2011-12-30T06:00:00Z';
    expect(opens({ now, zone: 'Pacific/Apia', rules: [window('09:00', '17:00', ['Fr'])] })).toBe(
      '2012-01-05T19:00:00Z',
    );
  });

  it('map only the instant: the small hours after a skipped Friday still belong to its night', () => {
    const now = '2011-12-30T06:00:00Z';
    expect(opens({ now, zone: 'Pacific/Apia', rules: [window('22:00', '02:00', ['Fr'])] })).toBe(
      '2011-12-30T10:00:00Z',
    );
  });

  it('follow a zone that abolished daylight saving', () => {
    const rules = [window('09:00', '17:00')];
    expect(opens({ now: '2022-06-01T00:00:00Z', zone: 'Asia/Tehran', rules })).toBe('2022-06-01T04:30:00Z');
    expect(opens({ now: '2023-06-01T00:00:00Z', zone: 'Asia/Tehran', rules })).toBe('2023-06-01T05:30:00Z');
  });
});
