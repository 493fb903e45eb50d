import type { Page } from 'playwright-core';

/** Something that can be pressed. */
export interface Control {
  kind: 'button' | 'summary';
  name: string;
  /** The name of the part of the page that it is in. */
  part: string;
  /** Why it cannot be pressed; absent if it can. */
  reason?: string;
}

/** A request as its dialog shows it. */
export interface ShownRequest {
  method: string;
  /** With its query, without the origin. */
  path: string;
  body?: Record<string, unknown>;
}

const helpers = `
  const nameOf = (element) => (element.getAttribute('aria-label') ?? element.textContent).trim();
  const partOf = (element) => element.parentElement.closest('[aria-label]')?.getAttribute('aria-label') ?? '';
  const reasonOf = (element) => {
    if (element.getAttribute('aria-disabled') !== 'true' && !element.disabled) return {};
    return { reason: document.getElementById(element.getAttribute('aria-describedby'))?.textContent ?? '' };
  };
  const found = (root) => [...document.querySelectorAll(root + ' :is(button, summary)')]
    .filter((element) => element.checkVisibility())
    .map((element) => ({ element, control: { kind: element.localName, name: nameOf(element), part: partOf(element), ...reasonOf(element) } }));
  const set = (element, value) => {
    const type = { TEXTAREA: HTMLTextAreaElement, SELECT: HTMLSelectElement }[element.tagName] ?? HTMLInputElement;
    Object.getOwnPropertyDescriptor(type.prototype, 'value').set.call(element, value);
    element.dispatchEvent(new Event(element.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
  };
`;
const inPage = <T>(page: Page, script: string): Promise<T> => page.evaluate<T>(`(() => { ${helpers} ${script} })()`);

/** What can be pressed in a part of the page. @param root a selector */
export const controlsOf = (page: Page, root = 'main'): Promise<Control[]> =>
  inPage(page, `return found('${root}').map(({ control }) => control);`);

/** Presses the first control that is like the given one; says what hinders a person from doing so. */
export const press = (page: Page, control: Control, root = 'main'): Promise<'pressed' | 'gone' | 'covered'> =>
  inPage(
    page,
    `
    const wanted = ${JSON.stringify({ ...control, reason: undefined })};
    const same = found('${root}').find(({ control: { reason, ...each } }) =>
      reason === undefined && Object.keys(each).every((key) => each[key] === wanted[key]));
    if (same === undefined) return 'gone';
    same.element.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, top, width, height } = same.element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (hit === null || !(same.element.contains(hit) || hit.contains(same.element))) return 'covered';
    same.element.focus();
    same.element.click();
    return 'pressed';`,
  );

/** Chooses the first, the second and the last entry of each list of choices. @returns how many choices were made */
export const choices = (page: Page): Promise<{ list: number; value: string }[]> =>
  inPage(
    page,
    `return [...document.querySelectorAll('main select')].flatMap(({ options }, list) =>
      [...new Set([1, options.length - 1, 0])].filter((i) => options[i] !== undefined).map((i) => ({ list, value: options[i].value })));`,
  );

export const choose = (page: Page, { list, value }: { list: number; value: string }): Promise<void> =>
  inPage(
    page,
    `const element = document.querySelectorAll('main select')[${list}]; if (element) set(element, ${JSON.stringify(value)});`,
  );

/** Fills the empty fields of the open dialog with something that is valid, and what must be typed to confirm. */
export const fillDialog = (page: Page): Promise<void> =>
  inPage(
    page,
    `
    const inDays = (days) => new Date(Date.now() + days * 86_400_000).toISOString();
    const texts = { url: 'https://receiver.example.com/crawl', tel: '+14155550199', number: '3', 'datetime-local': inDays(9).slice(0, 16), date: inDays(9).slice(0, 10) };
    for (const field of document.querySelectorAll('dialog[open] :is(input:not([type=checkbox], [type=radio], [type=file]), textarea)')) {
      const typed = field.closest('label')?.querySelector('code')?.textContent;
      if (typed !== undefined) set(field, typed);
      else if (field.tagName === 'TEXTAREA' && field.value === '{}' ) set(field, '{"JitterSeconds": 1}');
      else if (field.value === '') set(field, texts[field.type] ?? 'Crawled');
    }`,
  );

/** Shows the request of the open dialog as `curl`, and reads it; `undefined` if the dialog shows none. */
export async function readShownRequest(page: Page): Promise<ShownRequest | undefined> {
  await inPage(
    page,
    `
    for (const details of document.querySelectorAll('dialog[open] details')) details.open = true;
    for (const label of document.querySelectorAll('dialog[open] details label')) label.click();
    [...document.querySelectorAll('dialog[open] details label')].find(({ textContent }) => textContent === 'curl')?.click();`,
  );
  const curl = await page.evaluate<string | null>(
    `new Promise((done) => requestAnimationFrame(() => done(document.querySelector('dialog[open] pre[aria-label="curl request"]')?.textContent ?? null)))`,
  );
  if (curl === null) return undefined;
  const [, method = 'POST', url = ''] = /^curl -sS (?:-X (\w+) )?'?(http[^\s']+)/.exec(curl) ?? [];
  const body = / -d '?(\{.*\})'?$/s.exec(curl)?.[1]?.replaceAll(`'\\''`, `'`);
  const { pathname, search } = new URL(url);
  return {
    ...{ method, path: pathname + search },
    ...(body === undefined ? {} : { body: JSON.parse(body) as Record<string, unknown> }),
  };
}

/** The title of the open dialog, `undefined` if none is open. */
export const dialogTitle = (page: Page): Promise<string | undefined> =>
  inPage(page, `return document.querySelector('dialog[open] h2')?.textContent ?? undefined;`);

export const linksOf = (page: Page): Promise<string[]> =>
  inPage(
    page,
    `return [...document.querySelectorAll('a[href^="/console"]')].map((link) => link.getAttribute('href'));`,
  );
