import { toRequestInit, type RequestOptions, type Transport } from '../transport.ts';
import type { AddSuppression, Suppression, SuppressionReason, SuppressionsPage, SuppressionsQuery } from '../types.ts';
import { toForm, type ImportFile } from './imports.ts';

/** Where a number is suppressed: in one campaign, or in every campaign of the organization. */
export interface InCampaign {
  campaignID?: string;
}

/** How a file of numbers is suppressed. */
export interface SuppressionUploadOptions extends RequestOptions, InCampaign {
  /** The reason of rows that give none; `opted_out` by default. */
  reason?: SuppressionReason;
  /** The country of numbers without a country code, ISO 3166-1 alpha-2; in a campaign, by default its `DefaultCountry`. */
  defaultCountry?: string;
}

const organization = '/suppressions';
const campaign = '/campaigns/{campaignID}/suppressions';

/** Additions, one number or a file at a time. */
function createAdditions({ http, unwrap }: Transport) {
  return {
    /** Adding twice is harmless: the entry that holds longer stays. */
    add: (body: AddSuppression, { campaignID, ...options }: RequestOptions & InCampaign = {}): Promise<Suppression> => {
      const init = { body, ...toRequestInit(options) };
      return unwrap(
        campaignID === undefined
          ? http.POST(organization, init)
          : http.POST(campaign, { params: { path: { campaignID } }, ...init }),
      );
    },
    /** Adds the numbers of a CSV file, and says what became of every row. */
    upload: (file: ImportFile, { campaignID, reason, defaultCountry, ...options }: SuppressionUploadOptions = {}) => {
      const query = {
        ...(reason === undefined ? {} : { reason }),
        ...(defaultCountry === undefined ? {} : { default_country: defaultCountry }),
      };
      // The document declares a binary string; the actual body is the form.
      const init = { body: { file: '' }, bodySerializer: () => toForm(file), ...toRequestInit(options) };
      return unwrap(
        campaignID === undefined
          ? http.POST(`${organization}/bulk`, { params: { query }, ...init })
          : http.POST(`${campaign}/bulk`, { params: { path: { campaignID }, query }, ...init }),
      );
    },
  };
}

/** The entry of one number. */
function createEntry({ http, unwrap }: Transport) {
  return {
    get: (phoneNumber: string, { campaignID, ...options }: RequestOptions & InCampaign = {}): Promise<Suppression> => {
      const init = toRequestInit(options);
      return unwrap(
        campaignID === undefined
          ? http.GET(`${organization}/{phoneNumber}`, { params: { path: { phoneNumber } }, ...init })
          : http.GET(`${campaign}/{phoneNumber}`, { params: { path: { campaignID, phoneNumber } }, ...init }),
      );
    },
    /** Lets the number be called again, as far as this scope is concerned. */
    remove: (phoneNumber: string, { campaignID, ...options }: Pick<RequestOptions, 'signal'> & InCampaign = {}) => {
      const init = toRequestInit(options);
      return unwrap(
        campaignID === undefined
          ? http.DELETE(`${organization}/{phoneNumber}`, { params: { path: { phoneNumber } }, ...init })
          : http.DELETE(`${campaign}/{phoneNumber}`, { params: { path: { campaignID, phoneNumber } }, ...init }),
      );
    },
  };
}

/** Lists, page by page. */
function createLists({ http, unwrap }: Transport) {
  const list = (
    { campaignID, ...query }: SuppressionsQuery & InCampaign = {},
    options?: RequestOptions,
  ): Promise<SuppressionsPage> => {
    const init = toRequestInit(options);
    return unwrap(
      campaignID === undefined
        ? http.GET(organization, { params: { query }, ...init })
        : http.GET(campaign, { params: { path: { campaignID }, query }, ...init }),
    );
  };
  return {
    /** One page, newest first; the entries hold no numbers. */
    list,
    /** Every entry, newest first. */
    all: async function* (
      query: SuppressionsQuery & InCampaign = {},
      options?: RequestOptions,
    ): AsyncGenerator<Suppression, void, undefined> {
      for (let after = query.after; ;) {
        const page = await list({ ...query, ...(after === undefined ? {} : { after }) }, options);
        yield* page.Suppressions;
        if (page.NextAfter === undefined) return;
        after = page.NextAfter;
      }
    },
  };
}

/** Numbers that must not be called. Without `campaignID`, a method is about every campaign of the organization. */
export const createSuppressions = (transport: Transport) => ({
  ...createAdditions(transport),
  ...createEntry(transport),
  ...createLists(transport),
});

const number = '/numbers/{phoneNumber}';

/** Single phone numbers, over all campaigns of the organization. */
export function createNumbers({ http, unwrap }: Transport) {
  return {
    /** What is known and allowed of a number. */
    get: (phoneNumber: string, options?: RequestOptions) =>
      unwrap(http.GET(number, { params: { path: { phoneNumber } }, ...toRequestInit(options) })),
    /** Erases every job with the number. @returns how many */
    erase: async (phoneNumber: string, options?: Pick<RequestOptions, 'signal'>): Promise<number> => {
      for (let erased = 0; ;) {
        const params = { path: { phoneNumber } };
        const { Jobs, More } = await unwrap(http.DELETE(number, { params, ...toRequestInit(options) }));
        erased += Jobs;
        if (!More) return erased;
      }
    },
  };
}
