/* global db, require -- mongosh runs it. */
// Runs once, in an empty database: the service gets a user that can read and write its own database and nothing else.
const { readFileSync } = require('node:fs');
db.getSiblingDB('admin').createUser({
  user: 'outdial',
  pwd: readFileSync('/run/secrets/mongodb.service.password', 'utf8').trim(),
  roles: [{ role: 'readWrite', db: 'outdial' }],
});
