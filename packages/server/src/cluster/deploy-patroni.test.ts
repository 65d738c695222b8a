import { expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  fillEtcdEnvironment,
  fillHaproxy,
  fillPatroni,
  fillPatroniEnvironment,
} from '../../test/faults/failover/fill-deploy-files.ts';

const secondNode = { network: '10.9.8.', number: 2, folder: '/tmp/db2', binFolder: '/opt/bin' };

test('the second machine gets its own name and address, and those of all three in lists', () => {
  expect(fillPatroniEnvironment(secondNode)).toMatchObject({
    PATRONI_NAME: 'db2',
    PATRONI_RESTAPI_CONNECT_ADDRESS: '10.9.8.22:8008',
    PATRONI_RESTAPI_USERNAME: 'patroni',
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: '10.9.8.22:5432',
  });
  expect(fillEtcdEnvironment(secondNode)).toMatchObject({
    ETCD_NAME: 'db2',
    ETCD_DATA_DIR: '/tmp/db2/etcd',
    ETCD_ENABLE_V2: 'true',
    ETCD_LISTEN_PEER_URLS: 'http://10.9.8.22:2380',
    ETCD_ADVERTISE_CLIENT_URLS: 'http://10.9.8.22:2379',
    ETCD_INITIAL_CLUSTER:
      'db1=http://10.9.8.21:2380,db2=http://10.9.8.22:2380,db3=http://10.9.8.23:2380',
  });
  expect(parse(fillPatroni(secondNode))).toMatchObject({
    etcd: { hosts: ['10.9.8.21:2379', '10.9.8.22:2379', '10.9.8.23:2379'] },
    postgresql: { data_dir: '/tmp/db2/data', bin_dir: '/opt/bin' },
  });
  const haproxy = fillHaproxy({ network: '10.9.8.', folder: '/tmp', port: 5001 });
  expect(haproxy).toContain('server db3 10.9.8.23:5432 check port 8008');
  expect(haproxy).toContain('bind 127.0.0.1:5001');
});

test('a commit is acknowledged only when a standby has it, and an unhealthy primary is replaced within 15 s', () => {
  const { ttl, loop_wait, retry_timeout, ...dcs } = parse(fillPatroni(secondNode)).bootstrap.dcs;
  expect(dcs.synchronous_mode).toBe(true);
  expect(dcs.postgresql.parameters.synchronous_commit).toBe('on');
  expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl);
  // Worst case: etcd must also elect a new leader, which takes at most 3 s and restarts the `ttl` of the primary's
  // lock.
  expect(3 + ttl).toBeLessThan(15);
});
