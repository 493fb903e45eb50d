import { joinLiveEnv, type LiveEnv, type ShownJob } from '../../support/live-env';
import { createPipecat } from '../../support/pipecat-bot';
import { runsPipecat } from '../../support/sizes';
import { until } from '../../support/until';

const itInFullSize = runsPipecat ? it : it.skip;

describe('an unchanged Pipecat bot with the stock TwilioFrameSerializer', () => {
  const pipecat = createPipecat();
  let testEnv: LiveEnv;
  afterAll(() => pipecat.end());

  itInFullSize(
    'holds a conversation of two turns on the simulator, hangs up by REST, and its words are found in the transcript',
    async () => {
      const program = await pipecat.obtain();
      if (program === undefined) return;
      testEnv = await joinLiveEnv();
      const URL = await pipecat.start(program, testEnv);
      const Agent = { URL, Parameters: { name: 'Ann' } };
      await testEnv.request('PATCH', `/campaigns/${testEnv.campaignId}`, { Agent });
      const jobId = await testEnv.post({ Scenario: 'conversation_complete', TalkSeconds: 12 });
      const call = await testEnv.call(jobId, ({ State }) => State === 'ended' || State === 'failed', 60_000);
      expect(call).toMatchObject({ State: 'ended', EndedReason: 'assistant_hung_up' });
      expect(call.Messages.map(({ role }) => role)).toEqual(['assistant', 'user', 'assistant', 'user', 'assistant']);
      expect(call.Messages.filter(({ role }) => role === 'assistant').map(({ content }) => content)).toEqual([
        'Hello Ann, this is an automated call.',
        'Thank you. Shall I book the appointment for Monday?',
        'Thank you for your time. Goodbye.',
      ]);
      const job = await until(
        () => testEnv.job(jobId),
        ({ Data }) => Data.State === 'completed' || Data.State === 'failed',
      );
      expect(job.Data as ShownJob['Data'] & { OutputData?: unknown }).toMatchObject({ OutputData: { Turns: 2 } });
      const hungUp = /"method":"POST","route":"\/2010-04-01[^"]+","status":200/;
      expect(hungUp.test(testEnv.logs())).toBe(true);
    },
    600_000,
  );
});
