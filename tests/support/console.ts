import type { Browser, BrowserContext, Page } from 'playwright-core';
import { scaledMs } from './deadline';
import { until } from './until';

/** A browser that is signed in to the console, and what its pages complained of. */
export interface ConsoleTab {
  page: Page;
  context: BrowserContext;
  /** Leads to a page of the console by its path, without loading the console again, and waits for its title and its data. */
  open: (path: string, heading: string | RegExp) => Promise<void>;
  /** Errors of the console and the page, violations of its policy, answers ≥ 500, and requests to other hosts. */
  complaints: string[];
}

/**
 * A refused sign-in and a missing session are answers that the page shows, and so is what does not exist any more; the browser reports
 * them all the same.
 */
const isExpected = (text: string, url: string): boolean =>
  (text.includes('401 (Unauthorized)') && /\/(me|session)(\?.*)?$/.test(url)) ||
  (text.includes('404 (Not Found)') && url.includes('/webhooks/webhook_'));

/** What opens differently from a usual tab. */
export interface ConsoleOptions {
  colorScheme?: 'light' | 'dark';
  locale?: string;
  timezoneId?: string;
  viewport?: { width: number; height: number };
}

/** Counts the requests whose answers have not begun; the stream of events is no request of that kind. */
const countRequests = `{
  const send = window.fetch;
  window.requestsPending = 0;
  window.fetch = async (...request) => {
    window.requestsPending += 1;
    try { return await send(...request); } finally { window.requestsPending -= 1; }
  };
}`;

/** Opens a tab of its own browser context, and collects what is wrong in it. */
async function openTab(browser: Browser, url: string, options: ConsoleOptions): Promise<ConsoleTab> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', ...options });
  await context.addInitScript(countRequests);
  const page = await context.newPage();
  page.setDefaultTimeout(scaledMs(60_000));
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message.text(), message.location().url))
      complaints.push(`${page.url()}: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url());
    if (protocol !== 'blob:' && host !== new URL(url).host) complaints.push(`A request to ${request.url()}`);
  });
  return {
    page,
    context,
    complaints,
    open: async (path, heading) => {
      await goTo(page, path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await untilLoaded(page);
    },
  };
}

/** Opens the console without signing in. @param url of the API */
export async function openConsole(browser: Browser, url: string, options: ConsoleOptions = {}): Promise<ConsoleTab> {
  const tab = await openTab(browser, url, options);
  await tab.page.goto(`${url}/console/`);
  return tab;
}

/** Opens the console in a browser that has a session of the key. */
export async function signInToConsole(
  browser: Browser,
  { url, key, path = '/', ...options }: { url: string; key: string; path?: string } & ConsoleOptions,
): Promise<ConsoleTab> {
  const tab = await openTab(browser, url, options);
  const headers = { authorization: `Bearer ${key}`, 'sec-fetch-site': 'same-origin' };
  const answer = await fetch(`${url}/session`, { method: 'POST', headers });
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
  if (name === undefined || value === undefined) throw new Error(`Signing in was answered ${answer.status}.`);
  // Playwright's own way names a domain, which a cookie of one host must not have.
  const devTools = await tab.context.newCDPSession(tab.page);
  const secure = name.startsWith('__Host-');
  const cookie = { name, value, path: '/', httpOnly: true, secure, sameSite: 'Strict' as const };
  await devTools.send('Network.setCookie', { ...cookie, url: secure ? url.replace('http:', 'https:') : url });
  await tab.page.goto(`${url}/console${path}`);
  await tab.page.getByRole('navigation', { name: 'Pages', exact: true }).waitFor();
  return tab;
}

/** Leads an open console to another page, as a link in it does. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(`/console${path}`)})`);
}

/** Fulfilled once nothing loads any more, three times in a row; else what is missing, after ten seconds. */
const settled = `new Promise((done) => {
  const untilMs = performance.now() + 10_000;
  let quiet = 0;
  const look = () => {
    const missing = [
      ...(document.querySelector('h1') === null ? ['a title'] : []),
      ...(window.requestsPending > 0 ? [window.requestsPending + ' answers'] : []),
      ...[...document.querySelectorAll('[role=status]')].flatMap(({ textContent }) => textContent === 'Loading…' ? ['data'] : []),
    ];
    quiet = missing.length === 0 ? quiet + 1 : 0;
    if (quiet > 3) done([]);
    else if (performance.now() > untilMs) done([location.pathname, ...missing]);
    else setTimeout(look, 15);
  };
  look();
})`;

/** Waits until nothing on the page loads any more. */
export const untilLoaded = (page: Page): Promise<string[]> =>
  until(
    () => page.evaluate<string[]>(settled),
    (missing) => missing.length === 0,
    60_000,
  );
