// A line for each price, and the sum below them.
import { total } from './total.js';

export function receipt(prices) {
  return [...prices, total(prices)].map(euros).join('\n');
}

function euros(cents) {
  return (cents / 100).toFixed(2);
}
