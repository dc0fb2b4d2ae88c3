/** By module, what `npm run mutate` changes on purpose, and the tests that are to notice. */
export const modules = {
  effects: {
    mutate: ['src/effects/*.ts'],
    tests: ['test/effects/**/*.test.ts'],
  },
}
