// What is said to whoever wants to know before the pick.
import { JoustError } from '../../../../domain/joust-error.ts';

export function stillBlind(id: string): JoustError {
  return new JoustError(`nobody has picked in contest ${id} yet: who said what is told after that`, {
    code: 'usage',
    hint: `See the answers with: joust show ${id}; then: joust pick ${id} a|b|tie|bad|skip`,
  });
}
