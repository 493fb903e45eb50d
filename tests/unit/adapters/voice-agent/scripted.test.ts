import {
  parseScriptedAgentSettings,
  validateScriptedAgentSettings,
} from '../../../../shared/adapters/voice-agent/scripted-settings';
import type { MessageRequest } from '../../../../shared/adapters/voice-agent/voice-agent';
import { runCall } from '../telephony/simulated-call';
import { converse, createHandLeg, flush } from './hand-leg';

const agent = {
  Greeting: 'Hello {{ContactName}}, about {{Data.topic}}.',
  Lines: ['One?', 'Two?'],
  Goodbye: 'Bye, {{Metadata.who}}.',
};

describe('the scripted agent', () => {
  it('leaves the campaign’s message once the machine records, and reports the machine that it recognized', async () => {
    const hand = createHandLeg();
    const verdicts: string[] = [];
    let request: (request: MessageRequest) => void = () => undefined;
    const { done } = converse(hand, {
      agent,
      contactName: 'Ann',
      data: { topic: 'tea' },
      onMachine: (verdict) => verdicts.push(verdict),
      messageRequested: new Promise((resolve) => (request = resolve)),
    });
    await flush();
    await hand.contactSays('Please leave a message after the tone.');
    expect({ said: hand.said.length, verdicts, hangUps: hand.hangUps() }).toEqual({
      said: 1,
      verdicts: ['machine'],
      hangUps: 0,
    });
    request({ text: '{{ContactName}}, call us.' });
    await done;
    expect(hand.said.slice(1)).toEqual(['Ann, call us.']);
    expect(hand.hangUps()).toBe(1);
  });

  it('leaves its own message if the campaign has none', async () => {
    const hand = createHandLeg();
    const { done } = converse(hand, {
      agent: { ...agent, Voicemail: 'Sorry.' },
      messageRequested: Promise.resolve({ text: undefined }),
    });
    await done;
    expect(hand.said.at(-1)).toBe('Sorry.');
    expect(hand.hangUps()).toBe(1);
  });

  it('greets, says its lines one by one as the contact speaks, says goodbye and hangs up', async () => {
    const hand = createHandLeg();
    const { done, messages } = converse(hand, {
      agent,
      contactName: 'Ann',
      data: { topic: 'tea' },
      metadata: { who: 'friend' },
    });
    await flush();
    await flush();
    expect(hand.said).toEqual(['Hello Ann, about tea.']);
    for (const text of ['Yes.', 'Fine.', 'Sure.']) await hand.contactSays(text);
    await done;
    expect(hand.said.slice(1)).toEqual(['One?', 'Two?', 'Bye, friend.']);
    expect(hand.hangUps()).toBe(1);
    expect(messages.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'assistant: Hello Ann, about tea.',
      'user: Yes.',
      'assistant: One?',
      'user: Fine.',
      'assistant: Two?',
      'user: Sure.',
      'assistant: Bye, friend.',
    ]);
    expect(messages[1]).toEqual({
      role: 'user',
      content: 'Yes.',
      created_at: '2026-01-01T00:00:01.000Z',
      start_ms: 1000,
      end_ms: 2000,
    });
    expect(hand.listeners.size).toBe(0);
  });

  it.each([
    { heard: 'Please do not call me again.', says: /I understand.*Goodbye\.$/, hangsUp: true },
    { heard: 'Sorry, wrong number.', says: /sorry.*wrong number.*Goodbye\.$/, hangsUp: true },
    { heard: 'Wait, are you a robot?', says: /^Yes, I am an automated assistant/, hangsUp: false },
    { heard: 'Please leave a message after the beep.', says: /sorry to have missed you/, hangsUp: true },
    { heard: 'Hello.', says: /^One\?$/, hangsUp: false },
  ])('replies appropriately to "$heard"', async ({ heard, says, hangsUp }) => {
    const hand = createHandLeg();
    const { done } = converse(hand, { agent });
    await flush();
    await flush();
    await hand.contactSays(heard);
    expect(hand.said[1]).toMatch(says);
    expect(hand.hangUps()).toBe(hangsUp ? 1 : 0);
    await hand.leg.hangUp();
    await done;
  });

  it('continues with its lines after disclosing that it is automated', async () => {
    const hand = createHandLeg();
    const { done } = converse(hand, { agent });
    await flush();
    for (const text of ['Are you an AI?', 'All right.', 'Yes.', 'No.']) await hand.contactSays(text);
    await done;
    expect(hand.said.slice(2)).toEqual(['One?', 'Two?', 'Bye.']);
  });

  it('reports messages in the order of their start when both speak at once', async () => {
    let interject: (() => void) | undefined;
    const hand = createHandLeg({ saying: () => interject?.() });
    interject = () => {
      interject = undefined;
      void hand.contactSays('Who is this?', { startMs: 600, endMs: 900 });
    };
    const { done, messages } = converse(hand, { agent: { ...agent, Lines: [] } });
    await flush();
    await flush();
    await flush();
    await done;
    expect(messages.map(({ start_ms }) => start_ms)).toEqual([0, 600, 1000]);
  });

  it('skips a line whose values are all missing', async () => {
    const hand = createHandLeg();
    const { done } = converse(hand, { agent: { ...agent, Lines: ['{{Data.offer}}', 'Two?'] } });
    await flush();
    await hand.contactSays('Yes.');
    expect(hand.said[1]).toBe('Two?');
    await hand.leg.hangUp();
    await done;
  });

  it('stops when the contact hangs up', async () => {
    const hand = createHandLeg();
    const { done } = converse(hand);
    await flush();
    hand.settle({ reason: 'contact_hung_up', atMs: 1000 });
    await done;
    expect(hand.said).toHaveLength(1);
    expect(hand.hangUps()).toBe(0);
  });

  it('rejects when it cannot speak, and leaves the leg to its caller', async () => {
    const hand = createHandLeg({
      saying: () => {
        throw new Error('no voice');
      },
    });
    await expect(converse(hand).done).rejects.toThrow('no voice');
    expect(hand.listeners.size).toBe(0);
  });

  it('rejects invalid settings with their JSON pointer', async () => {
    const hand = createHandLeg();
    await expect(converse(hand, { agent: { Lines: ['One?', 2] } }).done).rejects.toThrow('"/Lines/1"');
  });

  it('speaks every line of a long script in a simulated call', async () => {
    const Lines = Array.from({ length: 9 }, (_, i) => `Question ${i}?`);
    const { messages, analysis } = await runCall({ Scenario: 'conversation_complete' }, { agent: { Lines } });
    expect(
      messages
        .filter(({ role }) => role === 'assistant')
        .map(({ content }) => content)
        .slice(1, -1),
    ).toEqual(Lines);
    expect(analysis.ConversationEndReason).toBe('conversation_complete');
  });

  it.each([
    { Scenario: 'contact_hung_up', ended: 'contact_hung_up' },
    { Scenario: 'call_dropped', ended: 'contact_hung_up' },
    { Scenario: 'assistant_error', ended: 'assistant_error' },
    { Scenario: 'asks_if_bot', ended: 'assistant_hung_up' },
  ] as const)('reaches $Scenario even with a script without lines', async ({ Scenario, ended }) => {
    const { end, analysis } = await runCall({ Scenario }, { agent: { Lines: [] } });
    expect(end.reason).toBe(ended);
    expect(analysis.AskedIfBotOrAI).toBe(Scenario === 'asks_if_bot');
  });
});

describe('the settings of the scripted agent', () => {
  it('have defaults for every field, and ignore the fields of other agents', () => {
    const parsed = parseScriptedAgentSettings({ Voice: 'alto' });
    expect(parsed).toMatchObject({ ok: true, value: { Lines: [expect.any(String), expect.any(String)] } });
  });

  it.each([
    { value: [], pointer: '' },
    { value: null, pointer: '' },
    { value: { Greeting: 1 }, pointer: '/Greeting' },
    { value: { Goodbye: null }, pointer: '/Goodbye' },
    { value: { Voicemail: {} }, pointer: '/Voicemail' },
    { value: { Lines: 'One?' }, pointer: '/Lines' },
    { value: { Lines: [null] }, pointer: '/Lines/0' },
  ])('are refused at "$pointer" when they are $value', ({ value, pointer }) => {
    expect(parseScriptedAgentSettings(value)).toMatchObject({ ok: false, pointer });
  });

  it.each([
    { value: { Greeting: 'a'.repeat(4_001) }, pointer: '/Greeting' },
    { value: { Voicemail: 'a'.repeat(4_001) }, pointer: '/Voicemail' },
    { value: { Lines: ['One?', 'a'.repeat(4_001)] }, pointer: '/Lines/1' },
    { value: { Lines: Array.from({ length: 501 }, () => '') }, pointer: '/Lines' },
    { value: { Goodbye: 1 }, pointer: '/Goodbye' },
  ])('are refused at "$pointer" when they are new and too long', ({ value, pointer }) => {
    expect(validateScriptedAgentSettings(value)).toMatchObject({ ok: false, pointer });
  });

  it('that were stored when longer texts were accepted are still used', () => {
    expect(parseScriptedAgentSettings({ Greeting: 'a'.repeat(5_000) })).toMatchObject({ ok: true });
    expect(validateScriptedAgentSettings({ Greeting: 'a'.repeat(4_000), Lines: ['One?'] })).toMatchObject({ ok: true });
  });
});
