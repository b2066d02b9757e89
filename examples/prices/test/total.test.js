import assert from 'node:assert';
import test from 'node:test';
import { receipt } from '../receipt.js';
import { total } from '../total.js';

test('no price', () => assert.equal(total([]), 0));
test('one price', () => assert.equal(total([5]), 5));
test('two prices', () => assert.equal(total([2, 3]), 5));
test('three prices', () => assert.equal(total([1, 2, 3]), 6));
test('a receipt', () => assert.equal(receipt([250]), '2.50\n2.50'));
