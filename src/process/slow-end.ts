// Whether this process may have to put away large folders before it can leave: it has opened workspaces. It is known here, since
// whoever leaves in time loads nothing of workspaces.

let isSlow = false;

/** Called before the first workspace is opened. */
export function noteSlowEnd(): void {
  isSlow = true;
}

export function mayEndSlowly(): boolean {
  return isSlow;
}
