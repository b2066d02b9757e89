// Reading and adding to number columns without a check for `undefined` at every place; indices are the caller's duty.

export function at(values: Float64Array, index: number): number {
  return values[index] as number;
}

export function indexAt(values: Int32Array, index: number): number {
  return values[index] as number;
}

export function add(values: Float64Array, index: number, amount: number): void {
  values[index] = (values[index] as number) + amount;
}
