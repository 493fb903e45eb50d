import { staticHeaders } from '../../../contracts/webhook.schema';
import type { FieldProblem } from '../../../domain/field-problem';
import { findAgentUrlProblem, type AgentNetworks } from './destination';

/** The campaign's `Agent` settings of an agent that is reached by websocket: it has one of the URLs. */
export interface StreamAgentSettings {
  /** The websocket of the agent. */
  URL?: string | undefined;
  /** Answers each call with the TwiML that names the websocket. */
  TwimlURL?: string | undefined;
  /** Sent to the URL. As stored and shown, the values are masked. */
  Headers?: Record<string, string> | undefined;
  /** Further `customParameters`; their values may have placeholders. */
  Parameters?: Record<string, string> | undefined;
  /** The values of the headers, sealed; never shown. */
  SealedHeaders?: string | undefined;
}

export const parameterLimits = { count: 50, name: 100, value: 1_000 } as const;

/** True if the agent of a campaign is reached by websocket. Otherwise it is the scripted one. */
export const isStreamAgent = (agent: Record<string, unknown>): boolean =>
  agent['URL'] !== undefined || agent['TwimlURL'] !== undefined;

/** Where the headers of an agent are sent to: they are secrets of this origin. */
export const originOf = ({ URL: url, TwimlURL: twimlUrl }: StreamAgentSettings): string =>
  new URL(url ?? twimlUrl ?? '').origin;

/** The settings of a stream agent. Stored ones were validated when they were stored. */
export const asStreamSettings = (agent: Record<string, unknown>): StreamAgentSettings => agent;

/** Finds what is wrong with the settings of a stream agent; pointers are relative to the settings. */
export function findStreamAgentProblems(agent: Record<string, unknown>, networks: AgentNetworks): FieldProblem[] {
  return [
    ...findUrlProblems(agent, networks),
    ...findHeaderProblems(agent['Headers']),
    ...findParameterProblems(agent['Parameters']),
  ];
}

function findUrlProblems(agent: Record<string, unknown>, networks: AgentNetworks): FieldProblem[] {
  if (agent['URL'] !== undefined && agent['TwimlURL'] !== undefined)
    return [{ pointer: '/TwimlURL', detail: 'Expected either URL or TwimlURL, not both.' }];
  const field = agent['URL'] === undefined ? 'TwimlURL' : 'URL';
  const value = agent[field];
  const detail = findAgentUrlProblem(typeof value === 'string' ? value : '', field, networks);
  return detail === undefined ? [] : [{ pointer: `/${field}`, detail }];
}

function findHeaderProblems(headers: unknown): FieldProblem[] {
  const parsed = staticHeaders.optional().safeParse(headers);
  const issues = parsed.error?.issues ?? [];
  return issues.map(({ path, message }) => ({ pointer: ['/Headers', ...path.map(String)].join('/'), detail: message }));
}

function findParameterProblems(parameters: unknown): FieldProblem[] {
  if (parameters === undefined) return [];
  const { count, name, value } = parameterLimits;
  const pointer = '/Parameters';
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters))
    return [{ pointer, detail: 'Parameters must be an object of strings.' }];
  const entries = Object.entries(parameters);
  if (entries.length > count) return [{ pointer, detail: `Expected at most ${count} Parameters.` }];
  const isValid = ([key, text]: [string, unknown]): boolean =>
    key.length <= name && typeof text === 'string' && text.length <= value;
  return entries.every(isValid)
    ? []
    : [{ pointer, detail: `Expected names of at most ${name} and texts of at most ${value} characters.` }];
}
