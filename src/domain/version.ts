// joust's own version; a test keeps it equal to package.json's.

export const joustVersion = '0.1.0';
