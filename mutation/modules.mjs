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
  quota: {
    mutate: [
      'src/quota/*.ts',
      'src/service/quota/window-verdict.ts',
      'src/service/http/retry-after.ts',
    ],
    tests: [
      'test/quota/{bucket-settings,clock-step,gate,gate-faults,ledger-clock,several-buckets}.test.ts',
      'test/service/window-verdict.test.ts',
    ],
  },
  tenants: {
    mutate: [
      'src/service/tenants/{address-group,admit-caller,authenticate,count-failed-key}.ts',
      'src/service/tenants/{in-turns,note-key-use,owned-by}.ts',
    ],
    tests: ['test/service/{address-group,in-turns,owned-by,tenants-callers}.test.ts'],
  },
  intake: {
    mutate: [
      'src/reconciliation/intake/fields/{judge-document,judge-plate,judge-renavam,judge-uf}.ts',
      'src/reconciliation/intake/fields/{moved-values,row-draft,scientific}.ts',
      'src/reconciliation/intake/header/*.ts',
      'src/reconciliation/intake/judge-row.ts',
      'src/reconciliation/intake/verdicts/conflicts.ts',
    ],
    tests: [
      'test/reconciliation/intake/{choose-columns,conflicts,dialect,edited-rows,fields}.test.ts',
      'test/reconciliation/intake/{files,find-header,guess-columns,header-rules}.test.ts',
      'test/reconciliation/intake/{no-header,refused-files,remembered-columns,rows}.test.ts',
      'test/reconciliation/intake/{shared-columns,swapped-columns,two-line-header}.test.ts',
      'test/reconciliation/intake/workbook/merged-cells.test.ts',
    ],
  },
  guards: {
    mutate: [
      'src/app/people/authenticator.ts',
      'src/app/run/money-gate.ts',
      'src/console/access/{access,permissions,place}.ts',
      'src/console/people/{find-visitor,guard}.ts',
      'src/reconciliation/orders/paying/{check-boleto,pay-gate}.ts',
      'src/reconciliation/orders/placing/{current-plan,found-debts,judge-order,match-orders}.ts',
    ],
    tests: [
      'test/app/money-gate.test.ts',
      'test/app/people/authenticator.test.ts',
      'test/console/{guard-rules,place}.test.ts',
      'test/reconciliation/orders/{check-boleto,judge-order,match-orders,placing-guards}.test.ts',
    ],
  },
}
