import { AgentRefusedError } from '../../../domain/call/agent-errors';
import type { ConnectedAgent, PlannedCall, VoiceAgent } from '../voice-agent';
import { fillTemplate } from '../template';
import type { AgentAddress, AgentConnector } from './connector';
import type { AgentHeaders } from './headers';
import { accountSidOf, callSidOf, streamSidOf } from './ids';
import type { StreamStart } from './protocol';
import { createSession } from './session';
import { asStreamSettings, type StreamAgentSettings } from './settings';
import { parseTwiml } from './twiml';

export interface StreamAgentDeps {
  connector: AgentConnector;
  headers: Pick<AgentHeaders, 'open'>;
  nowMs?: () => number;
}

/** Until the agent is connected, its TwimlURL included. The worker's claim of the call allows little more. */
export const connectTimeoutMs = 5_000;
/** The contact hears nothing in this time. */
const reconnectTimeoutMs = 2_000;

/** Creates the agent that runs elsewhere and speaks Twilio's Media Streams protocol over a websocket. */
export function createStreamAgent({ connector, headers, nowMs = Date.now }: StreamAgentDeps): VoiceAgent {
  const connect = async (call: PlannedCall): Promise<ConnectedAgent> => {
    const settings = asStreamSettings(call.agent);
    const startedMs = nowMs();
    const target = await findTarget(call, settings, { connector, headers });
    const leftMs = Math.max(1, connectTimeoutMs - (nowMs() - startedMs));
    const peer = await connector.open(target.address, leftMs);
    return createSession(peer, {
      ids: (stream) => ({
        accountSid: accountSidOf(call.orgId),
        callSid: callSidOf(call.callId),
        streamSid: streamSidOf(call.callId, stream),
      }),
      start: toStart(call, settings, target.parameters),
      fill: (text) => fillTemplate(text, toValues(call)),
      reconnect: () => connector.open(target.address, reconnectTimeoutMs),
      nowMs,
    });
  };
  return {
    name: 'media-streams',
    callSidOf: ({ callId }) => callSidOf(callId),
    connect,
    converse: () => Promise.reject(new Error('A stream agent must be connected before its call is dialed.')),
  };
}

interface Target {
  address: AgentAddress;
  parameters: Readonly<Record<string, string>>;
}

/** The websocket of the agent: that of the settings, or the one that the TwimlURL names. Headers go to the settings' URL only. */
async function findTarget(
  call: PlannedCall,
  { URL: url, TwimlURL: twimlUrl = '' }: StreamAgentSettings,
  { connector, headers }: Pick<StreamAgentDeps, 'connector' | 'headers'>,
): Promise<Target> {
  const secrets = await headers.open(call.orgId, call.agent);
  if (url !== undefined) return { address: { url, headers: secrets }, parameters: {} };
  const xml = await connector.post({ url: twimlUrl, headers: secrets }, toForm(call), connectTimeoutMs);
  const twiml = parseTwiml(xml);
  if (!twiml.ok)
    throw new AgentRefusedError(
      `The voice agent did not take the call: its TwimlURL answered wrongly. ${twiml.detail}`,
    );
  return { address: { url: twiml.value.url, headers: {} }, parameters: twiml.value.parameters };
}

/** What Twilio posts when it asks for instructions. */
const toForm = ({ orgId, callId, from, to }: PlannedCall): Record<string, string> => ({
  AccountSid: accountSidOf(orgId),
  ApiVersion: '2010-04-01',
  CallSid: callSidOf(callId),
  CallStatus: 'in-progress',
  Called: to,
  Caller: from,
  Direction: 'outbound-api',
  From: from,
  To: to,
});

const toValues = ({ contactName: ContactName, data: Data, metadata: Metadata }: PlannedCall) => ({
  ContactName,
  Data,
  Metadata,
});

function toStart(
  call: PlannedCall,
  { Parameters = {} }: StreamAgentSettings,
  fromTwiml: Readonly<Record<string, string>>,
): StreamStart {
  const { jobId: JobID, callId: CallID } = call;
  const values = toValues(call);
  const own = Object.entries(Parameters).map(([name, text]) => [name, fillTemplate(text, values)] as const);
  const numbers = { from_number: call.from, to_number: call.to };
  const { speechToText: SST, previousCallsSummary: PreviousCallsSummary } = call;
  return {
    customParameters: { ...numbers, ...Object.fromEntries(own), ...fromTwiml },
    outdial: { JobID, CallID, ...values, SST, PreviousCallsSummary },
  };
}
