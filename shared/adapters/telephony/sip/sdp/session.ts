import { isIPv4, isIPv6 } from 'node:net';
import { SdpError } from './errors';

/** `a=name` or `a=name:value`. */
export interface SdpAttribute {
  name: string;
  value?: string;
}

/** A medium of a session, its `m=` line and what follows it. */
export interface SdpMedia {
  /** Such as `audio`. */
  kind: string;
  /** 0 if the medium is refused. */
  port: number;
  /** Such as `RTP/AVP`. */
  protocol: string;
  /** Payload types of RTP, in the order of preference. */
  formats: string[];
  /** An IP address or a domain name; absent if it is the session's. */
  address?: string;
  attributes: SdpAttribute[];
}

/** A session description (RFC 4566), without the lines that a call of audio does not need. */
export interface SdpSession {
  /** Absent if it cannot be read. */
  origin?: { username: string; sessionId: string; version: string; address: string };
  address?: string;
  attributes: SdpAttribute[];
  media: SdpMedia[];
}

const limits = { bytes: 65_536, lines: 2_000, media: 32 };
const digits = /^\d{1,20}$/;
const hostName = /^[A-Za-z0-9_](?:[\w.-]*[A-Za-z0-9_.])?$/;

const isAddress = (text: string): boolean => isIPv4(text) || isIPv6(text) || hostName.test(text);

/**
 * Reads a session description. Lines of types that it does not know are ignored, and so is their order within a part.
 * @throws {SdpError} `malformed`
 */
export function parseSdp(text: Buffer | string): SdpSession {
  if (text.length > limits.bytes) throw new SdpError('malformed', 'The session description is too long.');
  const lines = text.toString().split(/\r\n|\r|\n/);
  if (lines.length > limits.lines || lines[0]?.trimEnd() !== 'v=0')
    throw new SdpError('malformed', 'The session description does not begin with its version, or is too long.');
  const session: SdpSession = { attributes: [], media: [] };
  for (const line of lines.slice(1)) readLine(session, line);
  if (session.media.length > limits.media) throw new SdpError('malformed', 'The session has too many media.');
  return session;
}

function readLine(session: SdpSession, line: string): void {
  const value = line.slice(2);
  const part = session.media.at(-1) ?? session;
  if (line.startsWith('m=')) session.media.push(readMedia(value));
  else if (line.startsWith('c=')) part.address = readConnection(value);
  else if (line.startsWith('o=')) readOrigin(session, value);
  else if (line.startsWith('a=')) part.attributes.push(readAttribute(value));
  else if (!/^[a-z]=|^[ \t]*$/.test(line)) throw new SdpError('malformed', 'A line of the session has no type.');
}

function readMedia(line: string): SdpMedia {
  const [, kind, portText, protocol, formats] =
    /^(\w+)[ \t]+(\d{1,5})(?:\/\d{1,5})?[ \t]+([\w/.-]+)[ \t]+(\S.*)$/.exec(line) ?? [];
  const port = Number(portText);
  if (kind === undefined || protocol === undefined || formats === undefined || port > 65_535)
    throw new SdpError('malformed', 'A medium of the session cannot be read.');
  return { kind, port, protocol, formats: formats.split(/[ \t]/).filter(Boolean), attributes: [] };
}

/** The time to live and the count of multicast addresses after `/` have no meaning in a call. */
function readConnection(line: string): string {
  const [, address] = /^IN[ \t]+IP[46][ \t]+([^\s/]+)(?:\/[\d/]*)?[ \t]*$/i.exec(line) ?? [];
  if (address === undefined || !isAddress(address))
    throw new SdpError('malformed', 'The address of the session cannot be read.');
  return address;
}

function readOrigin(session: SdpSession, line: string): void {
  const [username, sessionId, version, , , address, ...rest] = line.split(/[ \t]/).filter(Boolean);
  if (username === undefined || sessionId === undefined || version === undefined || address === undefined) return;
  if (!digits.test(sessionId) || !digits.test(version) || !isAddress(address) || rest.length > 0) return;
  session.origin = { username, sessionId, version, address };
}

function readAttribute(text: string): SdpAttribute {
  const colon = text.indexOf(':');
  return colon === -1 ? { name: text.trimEnd() } : { name: text.slice(0, colon), value: text.slice(colon + 1).trim() };
}

/**
 * Writes a session description.
 * @throws {SdpError} `malformed`, if a part of it would not be read as it is, such as a text with a line break
 */
export function writeSdp(session: SdpSession & Required<Pick<SdpSession, 'origin'>>): Buffer {
  const { username, sessionId, version, address } = session.origin;
  const lines = [
    'v=0',
    `o=${username} ${sessionId} ${version} ${connectionOf(address)}`,
    's=-',
    ...(session.address === undefined ? [] : [`c=${connectionOf(session.address)}`]),
    't=0 0',
    ...session.attributes.map(writeAttribute),
    ...session.media.flatMap(writeMedia),
  ];
  const written = Buffer.from(lines.map((line) => `${line}\r\n`).join(''));
  if (
    !/^\S+$/.test(username) ||
    !digits.test(sessionId) ||
    !digits.test(version) ||
    lines.some((line) => /[\r\n]/.test(line))
  )
    throw new SdpError('malformed', 'The session description cannot be written.');
  return written;
}

function connectionOf(address: string): string {
  if (!isAddress(address)) throw new SdpError('malformed', 'The address of the session cannot be written.');
  return `IN IP${isIPv6(address) ? 6 : 4} ${address}`;
}

const writeAttribute = ({ name, value }: SdpAttribute): string => `a=${name}${value === undefined ? '' : `:${value}`}`;

const writeMedia = ({ kind, port, protocol, formats, address, attributes }: SdpMedia): string[] => [
  `m=${kind} ${port} ${protocol} ${formats.join(' ')}`,
  ...(address === undefined ? [] : [`c=${connectionOf(address)}`]),
  ...attributes.map(writeAttribute),
];
