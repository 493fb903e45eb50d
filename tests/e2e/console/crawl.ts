import type { Page } from 'playwright-core';
import { goTo, untilLoaded, type ConsoleTab } from '../../support/console';
import { darkFindingsOf, findingsOf } from './axe';
import * as controls from './controls';
import type { Control, ShownRequest } from './controls';
import { pagesOf, type ConsolePage, type Furnished } from './furnished';
import type { ConsoleStack } from './stack';

/** What the crawl has met. */
export interface Crawled {
  /** What is wrong: findings of axe, links without an end, what could not be pressed, what the browser complained of. */
  findings: string[];
  /** The requests that the actions show, by {@link actionKey}. */
  requests: Map<string, ShownRequest>;
  /** Everything that was pressed, by {@link actionKey}. */
  pressed: Set<string>;
  paths: Set<string>;
}

/** Names an action of a view. */
export const actionKey = ({ view }: ConsolePage, { name }: Pick<Control, 'name'>): string => `${view}: ${name}`;

/** Actions whose effect changes nothing that other tests look at. */
const harmless = /^(Send a test event|Redeliver)$/;
/** Presses on one page at most: rows are alike, and each of their buttons is pressed in one row. */
const pressesAtMost = 60;

/** Looks at the open dialog, presses what is in it, and confirms what is harmless; it is closed in any case. */
async function useDialog(
  { page, key }: { page: Page; key: string },
  control: Control,
  looked: Set<string>,
  found: Crawled,
) {
  const title = (await controls.dialogTitle(page)) ?? '';
  await controls.fillDialog(page);
  const request = await controls.readShownRequest(page);
  if (request !== undefined) found.requests.set(key, request);
  if (!looked.has(title)) {
    looked.add(title);
    for (const inside of await controls.controlsOf(page, 'dialog[open]')) {
      if (inside.reason !== undefined || /^(Back|Close)$/.test(inside.name) || isSubmit(inside, control)) continue;
      await controls.press(page, inside, 'dialog[open]');
    }
    await untilLoaded(page);
    const findings = await findingsOf(page, `document.querySelector('dialog[open]')`);
    found.findings.push(...findings.map((finding) => `${key}, the dialog: ${finding}`));
  }
  const dialog = page.getByRole('dialog');
  if (request !== undefined && harmless.test(control.name)) {
    await dialog.getByRole('button', { name: control.name, exact: true }).click();
  } else await dialog.getByRole('button', { name: /^(Back|Close)$/ }).click();
  await dialog.waitFor({ state: 'detached' });
  await untilLoaded(page);
}
const isSubmit = (inside: Control, { name }: Control): boolean => inside.name === name.replace(/…$/, '');

const plainKey = (at: ConsolePage, { kind, name }: Control): string =>
  actionKey(at, { name: `${kind} ${name.replace(/\d+/g, 'N')}` });

/** Presses each button and each summary of a view once, also those that appear with others. */
async function pressAll(tab: ConsoleTab, at: ConsolePage, looked: Set<string>, found: Crawled): Promise<void> {
  const { page } = tab;
  for (let presses = 0; presses < pressesAtMost; presses++) {
    const next = (await controls.controlsOf(page)).find(
      (control) => control.reason === undefined && !looked.has(plainKey(at, control)),
    );
    if (next === undefined) return;
    looked.add(plainKey(at, next));
    const key = actionKey(at, next);
    const result = await controls.press(page, next);
    if (result === 'covered') found.findings.push(`${key} is covered by something else`);
    if (result !== 'pressed') continue;
    found.pressed.add(key);
    await untilLoaded(page);
    if ((await controls.dialogTitle(page)) !== undefined) await useDialog({ page, key }, next, looked, found);
    await returnTo(tab, at);
  }
  found.findings.push(`${at.name} has no end of buttons.`);
}

/** What was pressed may have led to another page, or have changed the address. */
async function returnTo(tab: ConsoleTab, { path, heading }: ConsolePage): Promise<void> {
  const { pathname, search } = new URL(tab.page.url());
  if (pathname + search !== `/console${path}`) await tab.open(path, heading);
}

/** Chooses in each list of choices of a page. */
async function chooseAll(tab: ConsoleTab, at: ConsolePage): Promise<void> {
  for (const choice of await controls.choices(tab.page)) {
    await controls.choose(tab.page, choice);
    await untilLoaded(tab.page);
  }
  await returnTo(tab, at);
}

/** Of pages of one kind, one is opened: others show nothing new. */
const kindOf = (path: string): string =>
  path.replace(/\?.*/, '').replace(/(job|campaign|webhook|import)_\w+|%2B\d+|\+\d+/g, ':id');

/** Opens what the links led to and no page of the list is. */
async function followLinks({ page }: ConsoleTab, links: Set<string>, found: Crawled): Promise<void> {
  const kinds = new Set([...found.paths].map(kindOf));
  for (const path of links) {
    if (kinds.has(kindOf(path))) continue;
    kinds.add(kindOf(path));
    found.paths.add(path);
    await goTo(page, path.replace('/console', ''));
    await untilLoaded(page);
    const title = await page.getByRole('heading', { level: 1 }).first().textContent();
    if (title === 'Not found') found.findings.push(`${path} leads nowhere.`);
    for (const link of await controls.linksOf(page)) links.add(link);
  }
}

/** Views that together have every color of the style sheet: states, tables, charts, codes, audio. */
const inDark = new Set(['overview', 'jobs', 'rules', 'ended job', 'calls', 'webhook', 'settings']);

async function lookAt(page: Page, { name }: ConsolePage): Promise<string[]> {
  const findings = [...(await findingsOf(page)), ...(inDark.has(name) ? await darkFindingsOf(page) : [])];
  return findings.map((finding) => `${name}: ${finding}`);
}

/** Presses everything on every page, signed in with a key that may do everything. */
export async function crawl(stack: ConsoleStack, furnished: Furnished): Promise<Crawled> {
  const found: Crawled = { findings: [], requests: new Map(), pressed: new Set(), paths: new Set() };
  const looked = new Set<string>();
  const links = new Set<string>();
  const tab = await stack.signIn();
  await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  tab.page.on('response', (answer) => {
    if (answer.status() >= 400) found.findings.push(`${answer.status()} for ${answer.url()} on ${tab.page.url()}`);
  });
  for (const at of pagesOf(furnished)) {
    await tab.open(at.path, at.heading);
    found.paths.add(`/console${at.path}`);
    for (const link of await controls.linksOf(tab.page)) links.add(link);
    if (at.isAlike !== true) found.findings.push(...(await lookAt(tab.page, at)));
    await pressAll(tab, at, looked, found);
    await chooseAll(tab, at);
  }
  await followLinks(tab, links, found);
  found.findings.push(...tab.complaints);
  await tab.context.close();
  return found;
}
