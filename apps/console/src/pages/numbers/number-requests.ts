import type { AddSuppression } from '@outdial/client';
import { describeRequest } from '../../api/request';
import { literal } from '../../lib/snippets';

export const reasons = [
  'opted_out',
  'user_refusal',
  'complaint',
  'legal',
  'invalid_number',
  'wrong_contact',
  'other',
] as const satisfies readonly AddSuppression['Reason'][];
export type Reason = (typeof reasons)[number];

export const addSuppression = (body: AddSuppression) =>
  describeRequest(
    'post',
    '/suppressions',
    { body },
    {
      cli: [
        ...['suppressions', 'add', body.PhoneNumber],
        ...(body.Reason === undefined ? [] : ['--reason', body.Reason]),
        ...(body.Note === undefined ? [] : ['--note', body.Note]),
        ...(body.Until === undefined ? [] : ['--until', body.Until]),
      ],
      ts: `outdial.suppressions.add(${literal(body)})`,
    },
  );

export const removeSuppression = (phoneNumber: string, campaignID: string | undefined) =>
  campaignID === undefined
    ? describeRequest(
        'delete',
        '/suppressions/{phoneNumber}',
        { path: { phoneNumber } },
        { cli: ['suppressions', 'remove', phoneNumber], ts: `outdial.suppressions.remove(${literal(phoneNumber)})` },
      )
    : describeRequest(
        'delete',
        '/campaigns/{campaignID}/suppressions/{phoneNumber}',
        { path: { campaignID, phoneNumber } },
        {
          cli: ['suppressions', 'remove', phoneNumber, '--campaign', campaignID],
          ts: `outdial.suppressions.remove(${literal(phoneNumber)}, ${literal({ campaignID })})`,
        },
      );

export const eraseNumber = (phoneNumber: string) =>
  describeRequest(
    'delete',
    '/numbers/{phoneNumber}',
    { path: { phoneNumber } },
    { cli: ['numbers', 'erase', phoneNumber], ts: `outdial.numbers.erase(${literal(phoneNumber)})` },
  );
