import { parseAudioPath } from '../../../../apps/api/live/audio-path';

const call = '/campaigns/campaign_1/jobs/job_1/calls/call_1';

describe('parseAudioPath', () => {
  it.each(['bot', 'user'] as const)('finds the ids and the %s channel', (channel) => {
    expect(parseAudioPath(`${call}/stream-audio-${channel}`)).toEqual({
      campaignId: 'campaign_1',
      jobId: 'job_1',
      callId: 'call_1',
      channel,
    });
  });

  it.each([
    `${call}/stream-audio-both`,
    `${call}/stream-audio-bot/`,
    `/v1${call}/stream-audio-bot`,
    '/campaigns//jobs/job_1/calls/call_1/stream-audio-bot',
    '/',
  ])('does not match %s', (path) => {
    expect(parseAudioPath(path)).toBeUndefined();
  });
});
