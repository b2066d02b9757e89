// Where keys, tokens and private history lie in a home folder. Programs lie there too, so the rest of it stays readable.

/** Relative to the home folder; a file or a folder. */
export const homeSecrets: readonly string[] = [
  // Keys and passwords.
  ...['.ssh', '.gnupg', '.pki', '.password-store', '.local/share/keyrings', '.local/share/kwalletd'],
  ...[
    '.config/op',
    '.config/1Password',
    '.config/Bitwarden',
    '.config/keepassxc',
    '.config/sops',
    '.vault-token',
  ],
  // Clouds and clusters.
  ...[
    '.aws',
    '.azure',
    '.config/gcloud',
    '.kube',
    '.config/doctl',
    '.config/hcloud',
    '.fly',
    '.oci',
    '.s3cfg',
  ],
  ...['.boto', '.config/rclone', '.terraform.d/credentials.tfrc.json', '.terraformrc', '.databrickscfg'],
  // Containers: logins, and the sockets of engines that run in the home folder.
  ...['.docker/config.json', '.docker/run', '.docker/desktop', '.config/containers/auth.json'],
  ...['.colima', '.orbstack/run', '.lima'],
  // Forges and git.
  ...[
    '.netrc',
    '.git-credentials',
    '.config/git/credentials',
    '.config/gh',
    '.config/hub',
    '.config/glab-cli',
  ],
  // Package registries: logins only. How a build is set up (pip.conf, Maven's and Gradle's settings) stays readable.
  ...[
    '.npmrc',
    '.yarnrc.yml',
    '.config/pnpm/rc',
    '.pypirc',
    '.config/pypoetry/auth.toml',
    '.gem/credentials',
  ],
  ...['.cargo/credentials', '.cargo/credentials.toml', '.composer/auth.json', '.config/composer/auth.json'],
  ...['.m2/settings-security.xml', '.huggingface', '.cache/huggingface/token'],
  // Databases.
  ...['.pgpass', '.my.cnf', '.mylogin.cnf'],
  // Browsers and mail.
  ...['.mozilla', '.thunderbird', '.config/google-chrome', '.config/google-chrome-beta', '.config/chromium'],
  ...['.config/BraveSoftware', '.config/microsoft-edge', '.config/vivaldi', '.config/opera', '.config/Slack'],
  ...['snap/firefox', 'snap/chromium', '.var/app/org.mozilla.firefox', '.var/app/com.google.Chrome'],
  ...['Library/Application Support/Google/Chrome', 'Library/Application Support/Firefox'],
  ...['Library/Application Support/BraveSoftware', 'Library/Application Support/Microsoft Edge'],
  ...[
    'Library/Application Support/Arc',
    'Library/Safari',
    'Library/Cookies',
    'Library/Mail',
    'Library/Messages',
  ],
  // What was typed before.
  ...[
    '.bash_history',
    '.zsh_history',
    '.zhistory',
    '.histfile',
    '.local/share/fish/fish_history',
    '.history',
  ],
  ...['.python_history', '.node_repl_history', '.psql_history', '.mysql_history', '.sqlite_history'],
  ...['.rediscli_history', '.lesshst', '.viminfo', '.zsh_sessions', '.bash_sessions', '.local/share/atuin'],
];
