// Which of a question's choices somebody means.

export interface Choices {
  readonly choices: readonly string[];
  /** Other words for them, by choice; what is said means a choice only as a whole. */
  readonly words?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Case and the space around it do not matter; undefined: it means none of them. */
export function saidChoice({ choices, words = {} }: Choices, said: string): string | undefined {
  const message = said.trim().toLowerCase();
  return choices.find(
    (choice) =>
      choice.toLowerCase() === message ||
      (Object.hasOwn(words, choice) && words[choice]?.some((word) => word === message) === true),
  );
}
