// Before the tests: programs that some of them need are installed from Debian's packages where that may be done, which is
// as root in CI. Elsewhere, and where it fails, those tests are skipped and say so.
import { spawnSync } from 'node:child_process';

const packages = {
  bwrap: 'bubblewrap',
  podman: 'podman runc catatonit',
  chromium: 'chromium',
  pg_ctlcluster: 'postgresql',
} as const;

export function setup(): void {
  const mayInstall = process.env['CI'] === 'true' && process.getuid?.() === 0;
  for (const [program, name] of Object.entries(packages)) {
    const found = spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
    if (found || !mayInstall) continue;
    const install = `apt-get install -y --no-install-recommends ${name}`;
    const tried = spawnSync('sh', ['-c', `${install} || (apt-get update && ${install})`], {
      timeout: 120_000,
    });
    process.stderr.write(
      `${name} was ${tried.status === 0 ? 'installed' : 'not to be had'} for the tests.\n`,
    );
  }
}
