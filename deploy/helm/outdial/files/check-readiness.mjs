// The API can serve, and nothing that a deployment prepares is missing.
const read = async (path) => {
  const response = await fetch(process.env.API_URL + path, { signal: AbortSignal.timeout(30_000) });
  return { status: response.status, body: await response.json() };
};
const health = await read('/healthz');
const { status, body } = await read('/readyz');
console.log(JSON.stringify(body));
const isComplete = Object.values(body.Checks).every((check) => check === 'ok' || check === 'unknown');
if (health.status !== 200 || status !== 200 || body.Status !== 'ready' || !isComplete) process.exit(1);
