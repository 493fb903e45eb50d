import fc from 'fast-check';
import type { AnalysisRequest } from '../../../../shared/adapters/analysis/call-analyzer';
import { createRulesAnalyzer } from '../../../../shared/adapters/analysis/rules';
import { conversationEndReasons, endedReasons, type LLMMessage } from '../../../../shared/domain/call/call';

/** A transcript in short: `A` or `U`, a `~` when it was interrupted, then the words. */
function transcript(...lines: string[]): LLMMessage[] {
  return lines.map((line, i) => {
    const [, who, cut, content] = /^([AU])(~?): (.*)$/.exec(line)!;
    return {
      role: who === 'A' ? 'assistant' : 'user',
      content: content!,
      created_at: new Date(i * 1000).toISOString(),
      ...(cut && { interrupted: true }),
    };
  });
}

function request(messages: LLMMessage[], change: Partial<AnalysisRequest> = {}): AnalysisRequest {
  return {
    endedReason: 'contact_hung_up',
    connected: true,
    stopped: false,
    messages,
    earlierCalls: [],
    analysisSchema: undefined,
    ...change,
  };
}

const analyzer = createRulesAnalyzer();
const reasonOf = async (lines: string[], change: Partial<AnalysisRequest> = {}) =>
  (await analyzer.analyze(request(transcript(...lines), change))).ConversationEndReason;

const refusal = 'U: Please stop calling me.';
const wrong = 'U: There is nobody called Ann here.';
const machine = 'U: Leave a message after the tone.';
const bye = 'A: Thank you. Goodbye.';

describe('the rules analyzer', () => {
  it('says what the campaign did with a machine, but a refusal precedes it', async () => {
    expect(await reasonOf([bye], { machine: 'left_voicemail' })).toBe('left_voicemail');
    expect(await reasonOf([], { machine: 'abandoned_answering_machine' })).toBe('abandoned_answering_machine');
    expect(await reasonOf([refusal], { machine: 'abandoned_answering_machine' })).toBe('user_refusal');
  });

  it.each([
    { reason: 'no_answer', lines: [], change: { connected: false } },
    { reason: 'no_answer', lines: [refusal], change: { connected: false, stopped: true } },
    { reason: 'wrong_contact', lines: ['A: Hi.', wrong, 'A: Sorry. Goodbye.'] },
    { reason: 'wrong_contact', lines: ['A: Hi.', wrong, refusal] },
    { reason: 'user_refusal', lines: ['A: Hi.', refusal, 'A: I understand. Goodbye.'] },
    { reason: 'user_refusal', lines: ['A: Hi.', refusal, 'A~: I under'] },
    { reason: 'user_refusal', lines: ['A: Hi.', refusal], change: { stopped: true } },
    { reason: 'call_dropped', lines: ['A: Hi.', 'U: Hello.', bye], change: { stopped: true } },
    { reason: 'call_dropped', lines: [machine, 'A: A message.'], change: { stopped: true } },
    { reason: 'call_dropped', lines: ['A: Hi.', 'U: Hello.', 'A~: I am calling ab'] },
    { reason: 'call_dropped', lines: ['A: Hi.', 'U~: Hel'], change: { endedReason: 'call_timeout' as const } },
    { reason: 'left_voicemail', lines: ['A~: Hi.', machine, 'A: Please call us back.'] },
    { reason: 'abandoned_answering_machine', lines: ['A: Hi.', machine] },
    { reason: 'abandoned_answering_machine', lines: ['A: Hi.', machine, 'A~: Please c'] },
    { reason: 'conversation_complete', lines: ['A: Hi.', 'U: Hello.', bye] },
    { reason: 'conversation_complete', lines: ['A: Hi.', 'U: Hello.', bye, 'U: Bye.'] },
    {
      reason: 'conversation_complete',
      lines: ['A: Hi.', 'U: Yes.', 'A: So long!'],
      change: { endedReason: 'assistant_hung_up' as const },
    },
    {
      reason: 'conversation_complete',
      lines: ['A: Hi.', 'U: Hello.', bye, 'U~: All ri'],
      change: { endedReason: 'assistant_hung_up' as const },
    },
    { reason: 'call_dropped', lines: ['A: Hi.', 'U: Hello.', bye, 'U~: But'] },
    {
      reason: 'call_dropped',
      lines: ['A: Hi.', 'U: Hello.', 'A: One moment.', 'U~: But'],
      change: { endedReason: 'assistant_hung_up' as const },
    },
    { reason: 'other_unsuccessful', lines: ['A: Hi.', 'U: Yes.', 'A: So long!'] },
    { reason: 'other_unsuccessful', lines: ['A: Hi.', 'U: I have to run.'] },
    { reason: 'other_unsuccessful', lines: ['A: Hi.', bye], change: { endedReason: 'assistant_hung_up' as const } },
    { reason: 'other_unsuccessful', lines: [] },
    { reason: 'other_unsuccessful', lines: ['A: Hi.', 'A~: I am', 'U: Yes?'] },
  ])('finds $reason in $lines $change', async ({ reason, lines, change }) => {
    expect(await reasonOf(lines, change)).toBe(reason);
  });

  it('covers the earlier calls, but for how the conversation ended', async () => {
    const call = (...lines: string[]) => request(transcript(...lines));
    const earlierCalls = [call('A: Hi.', 'U: Are you a robot?'), { ...call(), connected: false }];
    const analysis = await analyzer.analyze({ ...call('A: Hi.', 'U: Hello.', bye), earlierCalls });
    expect(analysis).toMatchObject({ ConversationEndReason: 'conversation_complete', AskedIfBotOrAI: true });
    expect(analysis.CallSummary).toMatch(/^Call 1: .*bot.* Call 2: .*not reached\. Call 3: .*finished/);
  });

  it.each([
    'Do not call me again.',
    'Don’t ever call this number!',
    'stop phoning me',
    "I'm not interested, thanks",
    'Take me off your list',
    'Please remove my number from the list.',
    'Leave me alone.',
    'I want to opt out.',
    "I don't want any more calls",
    'I do not want to talk to you',
  ])('finds a refusal in "%s"', async (words) => {
    expect(await reasonOf(['A: Hi.', `U: ${words}`])).toBe('user_refusal');
  });

  it.each([
    'Do not call me before nine, please.',
    "Don't call on Monday, call on Tuesday.",
    'I am interested.',
    'Sure, call me again.',
    'I never got the letter.',
    'Can she stop by? Call me later.',
  ])('finds no refusal in "%s"', async (words) => {
    expect(await reasonOf(['A: Hi.', `U: ${words}`])).toBe('other_unsuccessful');
  });

  it.each([
    'You have the wrong number.',
    "I think you've got the wrong person",
    'No one by that name here',
    'He doesn’t live here any more.',
    'Ann no longer works here.',
    "There's no Ann here.",
    'I am not him.',
  ])('finds a wrong number in "%s"', async (words) => {
    expect(await reasonOf(['A: Hi.', `U: ${words}`])).toBe('wrong_contact');
  });

  it.each([
    'Hi, this is Ann. Please leave your name and number and I will call you back.',
    'You have reached the voicemail of 5 5 5.',
    'The person is not available. At the tone, please record your message.',
    'Ann cannot come to the phone right now, so leave a message.',
    'The mailbox is full.',
    '[beep]',
  ])('recognizes "%s" as an answering machine', async (words) => {
    expect(await reasonOf(['A~: Hi.', `U: ${words}`, 'A: Call us.'])).toBe('left_voicemail');
  });

  it.each(['She cannot come to the phone right now.', 'Shall I take a message?', 'Not available today.'])(
    'takes "%s" for a person',
    async (words) => {
      expect(await reasonOf(['A: Hi.', `U: ${words}`])).toBe('other_unsuccessful');
    },
  );

  it.each([
    'Are you a robot?',
    'are you a real person',
    'Is this an AI?',
    'Is this a recording?',
    'Am I talking to a machine or what?',
    'Wait, you’re just a bot, right?',
    'Are you human?',
    'Am I speaking with an actual human being?',
    'Is this some kind of automated call?',
    'Are you an A.I.?',
  ])('recognizes that "%s" asks about a bot', async (words) => {
    const messages = transcript('A: Hi.', `U: ${words}`, bye);
    const analysis = await analyzer.analyze(request(messages));
    expect(analysis.AskedIfBotOrAI).toBe(true);
    expect(analysis.CallSummary).toMatch(/finished their conversation\. .*bot or an AI\.$/);
  });

  it.each([
    'U: Are you calling about the washing machine?',
    'U: Are you a personal trainer?',
    'A: I am a robot. Is this a person?',
    'U: I am a human.',
    'U: Is this about the computer?',
    'U: This is the answering machine of Ann, a real person.',
  ])('does not recognize "%s" as that question', async (line) => {
    expect((await analyzer.analyze(request(transcript(line)))).AskedIfBotOrAI).toBe(false);
  });

  it('ignores messages of tools and of the system, and empty messages', async () => {
    const created_at = new Date(0).toISOString();
    const noise: LLMMessage[] = [
      { role: 'system', content: 'Do not call me again.', created_at },
      { role: 'tool', content: 'wrong number', created_at },
      { role: 'assistant', content: null, created_at, interrupted: true },
      { role: 'user', content: ' ', created_at, interrupted: true },
    ];
    const messages = [...transcript('A: Hi.', 'U: Hello.', bye), ...noise];
    expect((await analyzer.analyze(request(messages))).ConversationEndReason).toBe('conversation_complete');
  });

  it('returns a known reason and a summary without text of the transcript for any transcript', async () => {
    const word = fc.stringMatching(/^[A-Z][a-z]{3,8}ski [0-9]{7}$/);
    const message = fc.record({
      role: fc.constantFrom('assistant' as const, 'user' as const),
      content: fc
        .tuple(word, fc.constantFrom('', ' goodbye', ' wrong number', ' are you a bot', ' [beep]'))
        .map((parts) => parts.join('')),
      created_at: fc.constant('2026-01-01T00:00:00.000Z'),
      interrupted: fc.boolean(),
    });
    const anyRequest = fc.record({
      messages: fc.array(message, { maxLength: 6 }),
      endedReason: fc.constantFrom(undefined, ...endedReasons),
      connected: fc.boolean(),
      stopped: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(anyRequest, async ({ messages, ...change }) => {
        const analysis = await analyzer.analyze(request(messages, change));
        expect(conversationEndReasons).toContain(analysis.ConversationEndReason);
        expect(analysis.CallSummary).toMatch(/^[^.]+\.( [^.]+\.)?$/);
        for (const { content } of messages) {
          for (const part of content.split(' ').slice(0, 2)) expect(analysis.CallSummary).not.toContain(part);
        }
        expect(Object.keys(analysis).sort()).toEqual([
          'AskedIfBotOrAI',
          'CallSummary',
          'ConversationEndReason',
          'Data',
        ]);
      }),
    );
  });
});
