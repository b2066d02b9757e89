// Unwinds a format when its player was told to leave; what was done is recorded and can be resumed.

export class Interrupted extends Error {
  constructor(message = 'the contest was interrupted', options?: ErrorOptions) {
    super(message, options);
    this.name = 'Interrupted';
  }
}
