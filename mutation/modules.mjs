/** By module, what `npm run mutate` changes on purpose, and the tests that are to notice. */
export const modules = {
  money: {
    mutate: ['src/fleet/{money,boleto,pix-code}.ts'],
    tests: ['test/fleet/{uf-and-money,boleto,pix-code}.test.ts'],
  },
  effects: {
    mutate: ['src/effects/*.ts'],
    tests: ['test/effects/**/*.test.ts'],
  },
}
