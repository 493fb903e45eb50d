import type { Locator, Page } from 'playwright-core';
import type { ConsoleTab } from '../../support/console';
import { pagesOf, type Furnished } from './furnished';
import type { ConsoleStack } from './stack';

interface Refused {
  /** The page, by its name. */
  at: string;
  button: string;
  fields: Record<string, string>;
  /** What the page says. */
  says: RegExp;
}

/** Input that only the service can refuse: what a page knows itself to be wrong is the reason of its disabled button. */
const refused: readonly Refused[] = [
  {
    ...{ at: 'campaigns', button: 'New campaign…', says: /JitterSeconds/ },
    fields: { Name: 'No', 'Further settings, as JSON': '{"JitterSeconds": -1}' },
  },
  {
    ...{ at: 'rules', button: 'Change…', says: /TimeZone/ },
    fields: { 'Time zone': 'Mars/Base' },
  },
  {
    ...{ at: 'versions', button: 'Change settings…', says: /Nonsense/ },
    fields: { 'Settings to replace, as JSON': '{"Nonsense": 1}' },
  },
  {
    ...{ at: 'waiting job', button: 'Reschedule…', says: /CallAtUnixSeconds/ },
    fields: { 'Call at (your time)': '2041-01-01T00:00' },
  },
  {
    ...{ at: 'waiting job', button: 'Update…', says: /Nonsense/ },
    fields: { 'Data, Metadata, Constraints, Priority, as JSON': '{"Nonsense": 1}' },
  },
  {
    ...{ at: 'numbers', button: 'Suppress…', says: /PhoneNumber/ },
    fields: { 'Phone number': '+000000' },
  },
  {
    ...{ at: 'webhooks', button: 'New webhook…', says: /DestinationURL/ },
    fields: { 'Destination URL': 'ftp://receiver.example.com' },
  },
  {
    ...{ at: 'settings', button: 'Change…', says: /Duration/ },
    fields: { 'Attempts to one number': '3', Within: 'soon' },
  },
];

/** The field of a label, whose name has the hint below it too. */
const fieldOf = (dialog: Locator, label: string): Locator =>
  dialog.getByLabel(new RegExp(`^${label.replace(/[()]/g, '\\$&')}`));

/** Tries what is refused. @returns what the page said */
async function attempt(page: Page, { button, fields }: Refused): Promise<string> {
  await page.getByRole('button', { name: button, exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(fields)) await fieldOf(dialog, label).fill(value);
  await dialog.getByRole('button', { name: button.replace('…', ''), exact: true }).click();
  const alert = dialog.getByRole('alert').last();
  const isSaid = await alert.waitFor().then(
    () => true,
    () => false,
  );
  if (!isSaid) return 'nothing';
  // The dialog keeps what was entered, so that it can be corrected.
  const [[label, value]] = Object.entries(fields).slice(-1) as [[string, string]];
  const kept = await fieldOf(dialog, label).inputValue();
  const said = (await dialog.getByRole('alert').allTextContents()).join(' ');
  await dialog.getByRole('button', { name: 'Back' }).click();
  return kept === value ? said : `lost ${value}: ${said}`;
}

/** The tests of what the service refuses. */
export function refusalTests(stack: () => ConsoleStack, furnished: () => Promise<Furnished>): void {
  let tab: ConsoleTab;
  beforeAll(async () => {
    tab = await stack().signIn();
  });
  afterAll(async () => {
    await tab.context.close();
  });

  it('says which field the service refuses, and keeps what was entered', async () => {
    const pages = pagesOf(await furnished());
    for (const each of refused) {
      const { path, heading } = pages.find(({ name }) => name === each.at)!;
      await tab.open(path, heading);
      expect([each.at, await attempt(tab.page, each)]).toEqual([each.at, expect.stringMatching(each.says)]);
    }
    // The browser reports each refusal of the service, and nothing else is wrong.
    expect(tab.complaints.filter((complaint) => !/ 4\d\d \(/.test(complaint))).toEqual([]);
  });

  it('says why a file is refused before anything is sent, and which rows of one would fail', async () => {
    const { page, open } = tab;
    await open(`/import?campaign=${(await furnished()).campaignId}`, 'Import contacts');
    const file = (content: string) =>
      page
        .getByLabel(/^File/)
        .setInputFiles({ name: 'contacts.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
    await file('City\nParis\n');
    await page.getByText('Choose the column of the phone numbers.').first().waitFor();
    await expect(page.getByRole('region', { name: '3. Dry run' }).count()).resolves.toBe(0);
    await file('Phone\nnothing\n');
    await page.getByRole('region', { name: '3. Dry run' }).getByText('nothing').waitFor();
  });
}
