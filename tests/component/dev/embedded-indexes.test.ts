import fc from 'fast-check';
import { MongoClient, type Collection, type Sort } from 'mongodb';
import { createProcesses } from '../../support/processes';
import { propertyRuns } from '../../support/sizes';

type Value = string | number | boolean | null;
interface Item {
  _id: string;
  /** The only index field that may be an array, but for those of D: an index cannot have two. */
  A?: Value | Value[];
  B?: Value;
  C?: Value;
  D?: { E?: Value } | { E?: Value }[];
}

const indexes: Record<string, 1 | -1>[] = [
  { A: 1, B: -1, _id: 1 },
  { A: 1 },
  { A: 1, C: 1, _id: -1 },
  { B: 1 },
  { B: -1, _id: -1, C: 1 },
  { C: 1, A: 1 },
  { 'D.E': 1, B: 1 },
];

/** Indexes of the documents that have a field. */
const partial: [string, Record<string, 1 | -1>][] = [
  ['C', { A: 1, C: -1 }],
  ['D.E', { C: 1, B: 1, 'D.E': 1 }],
];

const one = fc.constantFrom<Value>('x', 'y', 'z', 0, 1, 2, 2.5, true, false, null);
const oneOrSome = fc.oneof({ weight: 4, arbitrary: one }, { weight: 1, arbitrary: fc.array(one, { maxLength: 3 }) });
const nested = fc.record({ E: one }, { requiredKeys: [] });
const fields = fc.record(
  { A: oneOrSome, B: one, C: one, D: fc.oneof(nested, fc.array(nested, { maxLength: 2 })) },
  { requiredKeys: [] },
);
const id = fc.integer({ min: 0, max: 30 }).map((n) => `item_${String(n).padStart(2, '0')}`);

const condition = fc.oneof(
  one,
  fc.array(one, { maxLength: 3 }).map(($in) => ({ $in })),
  fc
    .constantFrom('$gt', '$gte', '$lt', '$lte', '$eq', '$ne')
    .chain((operator) => one.map((value) => ({ [operator]: value }))),
  fc.tuple(one, one).map(([$gte, $lt]) => ({ $gte, $lt })),
  fc.boolean().map(($exists) => ({ $exists })),
);
const conditions = fc.record({ A: condition, B: condition, C: condition, 'D.E': condition }, { requiredKeys: [] });
const filter = fc
  .record(
    {
      own: conditions,
      id: fc.oneof(
        id,
        fc.array(id, { maxLength: 4 }).map(($in) => ({ $in })),
        id.map(($gt) => ({ $gt })),
      ),
      $and: fc.array(conditions, { minLength: 1, maxLength: 2 }),
      $or: fc.array(conditions, { minLength: 1, maxLength: 2 }),
    },
    { requiredKeys: ['own'] },
  )
  .map(({ own, id: _id, ...rest }) => ({ ...own, ...(_id === undefined ? {} : { _id }), ...rest }));
/** Ends with the id: without it, the order of equals is open. */
const sort = fc.constantFrom<Sort>(
  ...[
    { _id: 1 },
    { B: -1, _id: 1 },
    { B: 1, _id: 1 },
    { B: -1, _id: -1 },
    { C: 1, _id: -1 },
    { C: 1, A: 1, _id: 1 },
  ].map((order) => order as Sort),
);

type Step = (items: Collection<Item>) => Promise<unknown>;
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(id, fields).map(
    ([_id, rest]): Step =>
      (items) =>
        items.replaceOne({ _id }, rest, { upsert: true }),
  ),
  fc
    .tuple(
      filter,
      fields.filter((set) => Object.keys(set).length > 0),
    )
    .map(
      ([where, $set]): Step =>
        (items) =>
          items.updateMany(where, { $set }),
    ),
  fc.tuple(filter, sort, one).map(
    ([where, order, C]): Step =>
      (items) =>
        items.findOneAndUpdate(where, { $set: { C }, $unset: { A: '' } }, { sort: order, returnDocument: 'after' }),
  ),
  fc.tuple(id).map(
    ([_id]): Step =>
      (items) =>
        items.deleteOne({ _id }),
  ),
  fc.tuple(filter, sort, fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 2 })).map(
    ([where, order, limit, skip]): Step =>
      (items) =>
        items.find(where).sort(order).skip(skip).limit(limit).toArray(),
  ),
  filter.map(
    (where): Step =>
      (items) =>
        items.countDocuments(where),
  ),
);

describe('the indexes of the embedded MongoDB server', () => {
  const processes = createProcesses();
  let client: MongoClient;
  beforeAll(async () => {
    const { uri } = await processes.mongo({ inMemory: true });
    client = await new MongoClient(uri, { retryWrites: false }).connect();
  }, 60_000);
  afterAll(async () => {
    await client.close();
    await processes.end();
  });

  it(
    'change no answer: any reads and writes find the same with them as without',
    async () => {
      const [plain, indexed] = ['plain', 'indexed'].map((name) => client.db('indexes').collection<Item>(name)) as [
        Collection<Item>,
        Collection<Item>,
      ];
      await indexed.createIndexes([
        ...indexes.map((key) => ({ key })),
        ...partial.map(([field, key]) => ({ key, partialFilterExpression: { [field]: { $exists: true } } })),
      ]);
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(id, fields), { maxLength: 25 }),
          fc.array(step, { maxLength: 12 }),
          async (first, steps) => {
            for (const items of [plain, indexed]) await items.deleteMany({});
            const documents = [...new Map(first).entries()].map(([_id, rest]) => ({ _id, ...rest }));
            if (documents.length > 0) for (const items of [plain, indexed]) await items.insertMany(documents);
            for (const run of steps) expect(await run(indexed)).toEqual(await run(plain));
            expect(await indexed.find().sort({ _id: 1 }).toArray()).toEqual(
              await plain.find().sort({ _id: 1 }).toArray(),
            );
          },
        ),
        { numRuns: propertyRuns(40) },
      );
    },
    propertyRuns(60_000),
  );
});
