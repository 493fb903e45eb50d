import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scopes, type Scope } from '../../../shared/domain/access/scope';
import { createRequest } from '../../support/requests';
import { comparesEveryRole } from '../../support/sizes';
import * as controls from './controls';
import type { ShownRequest } from './controls';
import { actionKey, type Crawled } from './crawl';
import { pagesOf, secrets, type ConsolePage, type Furnished } from './furnished';
import type { ConsoleStack } from './stack';

/** Who may use the console, by what people are hired for. */
export const roles: Readonly<Record<string, readonly Scope[]>> = {
  reader: ['jobs:read'],
  'reader of personal data': ['jobs:read', 'personal:read', 'recordings:read', 'audit:read', 'suppressions:read'],
  operator: ['jobs:read', 'jobs:write', 'campaigns:manage', 'calls:stop', 'suppressions:read', 'personal:read'],
  listener: ['jobs:read', 'calls:listen', 'calls:stop', 'personal:read'],
  'webhook manager': ['jobs:read', 'webhooks:manage'],
  'privacy officer': ['jobs:read', 'personal:read', 'pii:delete', 'suppressions:add', 'suppressions:remove'],
  'administrator without personal data': scopes.filter((scope) => scope !== 'personal:read'),
};

/** The roles that are compared with the API. */
export const comparedRoles = Object.keys(roles).filter(
  (role) => comparesEveryRole || /^(reader|operator|administrator without personal data)$/.test(role),
);

interface Operation {
  security?: { bearer?: Scope[] }[];
}
const document = JSON.parse(readFileSync(join(__dirname, '../../../docs/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};

/** The operation of a request: its path as the document has it, and the scopes that the document requires. */
export function operationOf({ method, path, body }: ShownRequest): { template: string; needs: Scope[] } {
  const [pathname = ''] = path.split('?');
  const matches = (template: string): boolean =>
    new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`).test(pathname);
  const found = Object.entries(document.paths)
    .filter(([template, item]) => matches(template) && item[method.toLowerCase()] !== undefined)
    .sort(([one], [other]) => one.split('{').length - other.split('{').length)[0];
  if (found === undefined) throw new Error(`The API has no ${method} ${path}.`);
  const [template, item] = found;
  const needs = item[method.toLowerCase()]?.security?.find(({ bearer }) => bearer !== undefined)?.bearer ?? [];
  // Of all operations, only this one needs more for some bodies; its description says so.
  const erases = template.endsWith('/bulk-actions') && body?.['Action'] === 'erase';
  return { template, needs: erases ? [...needs, 'pii:delete'] : needs };
}

/** Actions without a dialog, and what they ask of the API. */
const plain: Readonly<Record<string, readonly Scope[]>> = {
  Export: ['jobs:read', 'personal:read'],
  'Listen to contact': ['calls:listen'],
  'Listen to assistant': ['calls:listen'],
  'Show the waveform': ['recordings:read'],
};
/** What changes nothing and asks for nothing that the page does not show. */
const harmless =
  /^(Find|Clear|As a table|Hold the tail|Continue the tail|Copy|Copied|Attempts|Show .*|Transcript|\d+:\d\d|.* new or gone: show the latest)$/;

/** What a role meets in the console that is not what the API would answer. */
export async function compareWithApi(
  stack: ConsoleStack,
  furnished: Furnished,
  { crawled, role }: { crawled: Crawled; role: string },
): Promise<string[]> {
  const granted = roles[role] ?? [];
  const key = await stack.createKey(role, granted);
  const tab = await stack.signIn({ key });
  const findings: string[] = [];
  tab.page.on('response', (answer) => {
    if (answer.status() >= 400)
      findings.push(`${answer.status()} for ${new URL(answer.url()).pathname} on ${tab.page.url()}`);
  });
  for (const at of pagesOf(furnished)) {
    await tab.open(at.path, at.heading);
    for (const control of await controls.controlsOf(tab.page)) {
      const needs = needsOf(actionKey(at, control), control.name, crawled);
      const finding = differenceOf(control.reason, needs, granted);
      if (finding !== undefined) findings.push(`${at.name}: ${control.name} ${finding}`);
    }
    if (!granted.includes('personal:read')) findings.push(...(await revealed(tab.page, at)));
  }
  findings.push(...tab.complaints);
  await tab.context.close();
  return [...new Set(findings)].map((finding) => `${role}, ${finding}`);
}

/** The scopes of an action; `undefined` if it is not known what it asks of the API. */
function needsOf(key: string, name: string, { requests }: Crawled): readonly Scope[] | undefined {
  const request = requests.get(key);
  if (request !== undefined) return operationOf(request).needs;
  return plain[name] ?? (harmless.test(name) ? [] : undefined);
}

const isAboutScopes = (reason: string): boolean => reason.includes('lacks the scope');

function differenceOf(reason: string | undefined, needs: readonly Scope[] | undefined, granted: readonly Scope[]) {
  if (needs === undefined) return reason === undefined ? 'asks for something that is not known' : undefined;
  const missing = needs.filter((scope) => !granted.includes(scope));
  if (missing.length === 0) return reason !== undefined && isAboutScopes(reason) ? `is refused: ${reason}` : undefined;
  if (reason === undefined) return `may be pressed without ${missing.join(', ')}`;
  return missing.some((scope) => reason.includes(scope)) ? undefined : `does not name ${missing.join(', ')}: ${reason}`;
}

/** What of the contacts is in the page, also where it is not seen. The page of a number names the number that was asked for. */
async function revealed(page: Parameters<typeof controls.controlsOf>[0], at: ConsolePage): Promise<string[]> {
  const html = await page.evaluate<string>(`document.querySelector('main').outerHTML`);
  const hidden = [
    ...secrets.numbers,
    secrets.name,
    secrets.said,
    ...(at.name === 'number' ? [] : [secrets.suppressed]),
  ];
  return hidden.filter((secret) => html.includes(secret)).map((secret) => `${at.name}: shows ${secret}`);
}

/** A request that changes nothing: of ids that do not exist, with a body that is not accepted. */
function probeOf(request: ShownRequest): { path: string; body: unknown } {
  const { template } = operationOf(request);
  const names: Record<string, string> = { phoneNumber: 'nothing', version: '999' };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? 'none_0');
  return { path, body: request.body?.['Action'] === undefined ? { Unknown: 1 } : { ...request.body, DryRun: true } };
}

/** What the API answers each role to each request of the console: forbidden exactly where the document says so. */
export async function probeApi(stack: ConsoleStack, { requests }: Crawled, role: string): Promise<string[]> {
  const granted = roles[role] ?? [];
  const request = createRequest(stack.url, await stack.createKey(role, granted));
  const findings: string[] = [];
  const byOperation = new Map(
    [...requests.values()].map((shown) => [
      `${shown.method} ${probeOf(shown).path} ${String(shown.body?.['Action'])}`,
      shown,
    ]),
  );
  for (const shown of byOperation.values()) {
    const { path, body } = probeOf(shown);
    const { status } = await request(shown.method, path, shown.method === 'DELETE' ? undefined : body);
    const isForbidden = operationOf(shown).needs.some((scope) => !granted.includes(scope));
    if ((status === 403) !== isForbidden)
      findings.push(`${role}: ${status} for ${shown.method} ${path} ${JSON.stringify(body)}`);
  }
  return findings;
}
