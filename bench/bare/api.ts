import express from 'express';
import { MongoClient } from 'mongodb';

/** The baseline of a read: Express and one findOne. Arguments: the URI of MongoDB, the database and the port. */
async function main(): Promise<void> {
  const [uri = '', database = '', port = ''] = process.argv.slice(2);
  const client = await MongoClient.connect(uri);
  const jobs = client.db(database).collection<{ _id: string }>('jobs');
  const app = express();
  app.get('/jobs/:id', async (req, res) => {
    res.json(await jobs.findOne({ _id: req.params.id }));
  });
  app.listen(Number(port), '127.0.0.1', () => console.log('bare api ready'));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
