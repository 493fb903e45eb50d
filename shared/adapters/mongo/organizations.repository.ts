import type { Collection, Db, UpdateFilter } from 'mongodb';
import type { ControlState } from '../../domain/organization/control-state';
import type { Pacing } from '../../domain/campaign/pacing';
import type { OrganizationPolicy } from '../../domain/organization/policy';
import type { AttemptLimit } from '../../domain/schedule/constraints';
import { shareReads } from './shared-reads';

/** A tenant: every job, campaign and key belongs to one. */
export interface Organization {
  ID: string;
  Name: string;
  CreatedMS: number;
  /** The limit on attempts to one number, over all jobs of the organization. */
  MaxAttemptsPerNumber?: AttemptLimit | undefined;
  /** The limits on the calls of each caller ID, over all campaigns. */
  CallerIDPacing?: Pacing | undefined;
  /** What the operator allows. Requests of the organization never change it. */
  Policy?: OrganizationPolicy | undefined;
  /** Absent while active. */
  State?: ControlState | undefined;
}
type OrganizationDocument = Omit<Organization, 'ID'> & { _id: string };
const fromDocument = ({ _id, ...rest }: OrganizationDocument): Organization => ({ ...rest, ID: _id });

/** What the operator decides, and the state. */
const controlOperations = (organizations: Collection<OrganizationDocument>) => ({
  /**
   * Replaces parts of the operator's policy; `undefined` returns one to the default.
   * @returns the organization after it, if it exists
   */
  setPolicy: async (orgId: string, change: OrganizationPolicy): Promise<Organization | undefined> => {
    const named = Object.entries(change).map(([part, value]) => [`Policy.${part}`, value] as const);
    const [set, unset] = [
      named.filter(([, value]) => value !== undefined),
      named.filter(([, value]) => value === undefined).map(([name]) => [name, ''] as const),
    ];
    const update = {
      ...(set.length > 0 ? { $set: Object.fromEntries(set) } : {}),
      ...(unset.length > 0 ? { $unset: Object.fromEntries(unset) } : {}),
    };
    const document = await organizations.findOneAndUpdate({ _id: orgId }, update, { returnDocument: 'after' });
    return document ? fromDocument(document) : undefined;
  },

  /**
   * Sets the state. @param by only the operator changes the state of a blocked organization
   * @returns the organization after it, or `undefined` when there is none, or it is blocked
   */
  setState: async (
    orgId: string,
    State: ControlState,
    by: 'organization' | 'operator',
  ): Promise<Organization | undefined> => {
    const allowed = by === 'operator' ? {} : { State: { $ne: 'blocked' as const } };
    const update = { $set: { State } };
    const document = await organizations.findOneAndUpdate({ _id: orgId, ...allowed }, update, {
      returnDocument: 'after',
    });
    return document ? fromDocument(document) : undefined;
  },
});

export function createOrganizationsRepository(db: Db) {
  const organizations = db.collection<OrganizationDocument>('organizations');
  return {
    /** Stores an organization unless its id is taken. */
    insertIfAbsent: async ({ ID, ...fields }: Organization): Promise<void> => {
      await organizations.updateOne({ _id: ID }, { $setOnInsert: fields }, { upsert: true });
    },

    find: shareReads(async (orgId): Promise<Organization | undefined> => {
      const document = await organizations.findOne({ _id: orgId });
      return document ? fromDocument(document) : undefined;
    }),

    ...controlOperations(organizations),

    /** Changes the given settings; `null` removes one. @returns the organization after it */
    change: async (
      orgId: string,
      change: {
        Name?: string | undefined;
        MaxAttemptsPerNumber?: AttemptLimit | null | undefined;
        CallerIDPacing?: Pacing | null | undefined;
      },
    ): Promise<Organization | undefined> => {
      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      const set = Object.fromEntries(given.filter(([, value]) => value !== null));
      const unset = Object.fromEntries(given.filter(([, value]) => value === null).map(([name]) => [name, '']));
      const update = {
        ...(Object.keys(set).length > 0 ? { $set: set } : {}),
        ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}),
      } as UpdateFilter<OrganizationDocument>;
      const document = await organizations.findOneAndUpdate({ _id: orgId }, update, { returnDocument: 'after' });
      return document ? fromDocument(document) : undefined;
    },
  };
}
export type OrganizationsRepository = ReturnType<typeof createOrganizationsRepository>;
