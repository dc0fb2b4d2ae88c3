/** Descriptions of every operation for the document, which no type can give. */
import type { OperationId } from '../call.ts'
import { detail } from '../problem.ts'
import { exampleIds } from './examples/example-ids.ts'

export type Tag = 'Service' | 'Vehicles' | 'Consultations' | 'Orders'

export const tags: Readonly<Record<Tag, string>> = {
  Service: 'What the service is and what it offers; no account needed.',
  Vehicles: 'Registered vehicles of an account.',
  Consultations: 'Questions about the debts of a vehicle, answered a little later.',
  Orders: 'What debts cost, charges for them, payment and settlement.',
}

interface OwnError {
  readonly description?: string
  readonly examples?: Readonly<Record<string, string>>
}

export interface OperationWords {
  readonly tag: Tag
  readonly description: string
  /** Description of the 200 or 201 answer. */
  readonly success: string
  /** Words by status, where this operation's differ from those of error-replies.ts. */
  readonly errors?: Readonly<Record<number, OwnError>>
}

const missing = { examples: { unknown_id: detail.notFound } }
const inactive = { vehicle_inactive: detail.vehicleInactive }
const duplicate = { duplicate: detail.vehicleDuplicate }
const fields = {
  plate: "Campo 'plate': use o formato ABC1234 ou ABC1D23.",
  renavam: "Campo 'renavam': informe de 9 a 11 dígitos.",
  uf: "Campo 'uf': informe a sigla de um estado.",
  owner_document: "Campo 'owner_document': informe um CPF ou CNPJ válido.",
}
const item = (id: string, why: string): string => `Campo 'debt_item_ids': o item ${id} ${why}.`
const CHANGED = 'é de antes da mudança do Renavam, da placa ou da UF do veículo: consulte-o de novo'
const { ipva_item, licensing_item, attorney_item } = exampleIds
const items = {
  422: {
    description:
      'An item is unknown to this account, cannot be paid here, or needs a partner that is ' +
      'missing, or the items are of different vehicles. The sentence names the item.',
    examples: {
      unknown: item(ipva_item, 'não encontrado nesta conta'),
      not_payable: item(attorney_item, 'não pode ser pago por aqui'),
      partner_missing: item(licensing_item, `só pode ser pago junto com o item ${ipva_item}`),
      two_vehicles: detail.orderVehicles,
    },
  },
  409: {
    description:
      'An item is paid or settled already, is of before a change of the Renavam, state or plate of its ' +
      'vehicle, or, where payments are live, costs something else by now: consult the vehicle ' +
      'again. The sentence says which.',
    examples: {
      settled: item(ipva_item, 'já quitado'),
      paid: item(ipva_item, `já foi pago pelo pedido ${exampleIds.order_id}`),
      changed: item(ipva_item, CHANGED),
    },
  },
}
const limited = (sentence: string) => ({
  429: {
    description:
      'The hourly limit of this credential is used up, or too many calls without a valid key ' +
      'came from this address. Nothing was done. Wait as long as `Retry-After` says.',
    examples: { limit: sentence, wrong_keys: detail.keyThrottled },
  },
})
const orderLimit = limited(detail.quotaOrders)

export const operationWords: Readonly<Record<OperationId, OperationWords>> = {
  health: {
    tag: 'Service',
    description:
      'Public. Tells which modes the operator chose: look here before you believe that a payment ' +
      'moves money, or that it does not.',
    success: 'The modes.',
    errors: { 404: { examples: { unknown_address: detail.routeMissing } } },
  },
  coverage: {
    tag: 'Service',
    description: 'For every state, what can be consulted and how it can be paid.',
    success: 'Every state, on one page.',
    errors: { 404: { examples: { unknown_address: detail.routeMissing } } },
  },
  limits: {
    tag: 'Service',
    description: 'What is used and free of the hourly budgets of this key, and when more is.',
    success: 'Both budgets.',
  },
  createVehicle: {
    tag: 'Vehicles',
    description:
      'Normalizes the plate and pads the Renavam to eleven digits. The document of the owner is ' +
      'kept sealed and comes back masked only. A Renavam can be registered again after the ' +
      'vehicle was deactivated: that is a new vehicle with a new id.',
    success: 'The registered vehicle.',
    errors: {
      409: {
        description: 'An active vehicle of this account has the same Renavam.',
        examples: duplicate,
      },
      422: { examples: fields },
    },
  },
  listVehicles: {
    tag: 'Vehicles',
    description: 'Active vehicles only, newest first. Filters add up.',
    success: 'One page of vehicles.',
  },
  vehicleSummary: {
    tag: 'Vehicles',
    description: 'Counts and open debts of all active vehicles, and the same for each state.',
    success: 'The totals.',
  },
  getVehicle: {
    tag: 'Vehicles',
    description: 'An inactive vehicle still answers, with `is_active` false and its history.',
    success: 'The vehicle.',
    errors: { 404: missing },
  },
  updateVehicle: {
    tag: 'Vehicles',
    description:
      'Changes the fields that are sent; the others stay. Not for inactive vehicles. An answer ' +
      'belongs to the Renavam, the state and the plate that it was asked for (`ABC1234` and ' +
      '`ABC1C34` are one): after a change of them the vehicle shows no latest consultation and no ' +
      'open debts until it is consulted again, and items of before cannot be ordered. The history ' +
      'keeps all.',
    success: 'The vehicle as it is now.',
    errors: {
      404: missing,
      409: {
        description: 'The vehicle is inactive, or another active one has the same Renavam.',
        examples: { ...inactive, ...duplicate },
      },
      422: { examples: fields },
    },
  },
  deleteVehicle: {
    tag: 'Vehicles',
    description:
      'Keeps the record, its consultations and its orders, and takes it out of the lists. There ' +
      'is no way back. Deleting it again answers 204 as well.',
    success: 'It is inactive. There is no body.',
    errors: { 404: missing },
  },
  createConsultation: {
    tag: 'Consultations',
    description:
      'Needs no body. The lookup goes on after the answer: read the consultation until it is ' +
      '`ready` or `failed`. A second one while another is pending is allowed and counts.',
    success: 'The question is asked: `pending`, `queued`, without items.',
    errors: {
      404: missing,
      409: {
        description: 'The vehicle is inactive, or was changed during the request.',
        examples: { ...inactive, changed: detail.vehicleChanged },
      },
      ...limited(detail.quotaConsultations),
    },
  },
  listConsultations: {
    tag: 'Consultations',
    description: 'All consultations of the vehicle with their debts, newest first.',
    success: 'One page of consultations.',
    errors: { 404: missing },
  },
  latestConsultation: {
    tag: 'Consultations',
    description:
      'The one that was asked last with the Renavam, state and plate that the vehicle has now, ' +
      'whether it is finished or not.',
    success: 'The consultation.',
    errors: {
      404: {
        description: 'The vehicle is unknown to this account, or never had a consultation.',
        examples: { never_consulted: detail.consultationMissing, unknown_id: detail.notFound },
      },
    },
  },
  getConsultation: {
    tag: 'Consultations',
    description:
      'The read to wait with: every few seconds, until `status` is `ready` or `failed`. Reads are ' +
      'not counted.',
    success: 'The consultation; with its debts once it is ready.',
    errors: { 404: missing },
  },
  createOrder: {
    tag: 'Orders',
    description:
      "Charges the chosen debts plus the brand's service fee, once. All items are payable, of one " +
      'vehicle (active or not: its debts stay owed), and together with what they depend on. ' +
      '**Without an `Idempotency-Key`** the same items can be ordered twice, so look into the orders ' +
      'of the vehicle before you repeat a lost request.',
    success: 'The order awaits payment. A Pix code or a boleto may still be on its way.',
    errors: { ...items, ...orderLimit },
  },
  listOrders: {
    tag: 'Orders',
    description: 'Orders of the account, newest first. Filters add up; days are inclusive.',
    success: 'One page of orders.',
  },
  orderSummary: {
    tag: 'Orders',
    description: 'Counts and amounts of all orders of the account.',
    success: 'The totals.',
  },
  getOrder: {
    tag: 'Orders',
    description:
      'The read to wait with: for the Pix code, for the payment and for the settlement. Reads are ' +
      'not counted.',
    success: 'The order as it stands.',
    errors: { 404: missing },
  },
  payCard: {
    tag: 'Orders',
    description:
      'Only for a `credit_card` order that awaits payment. The answer is the order: read ' +
      '`latest_attempt.status` for whether the card was `paid`, `declined` (try another card) or ' +
      'is still `processing` (do not charge again, read the order). **Not idempotent** without ' +
      'an `Idempotency-Key`; send each try under another, for of a card a key compares only the ' +
      'last four digits and the instalments, which cost interest; the preview tells how much.',
    success: 'The order after the attempt, which may have been declined.',
    errors: {
      404: missing,
      409: {
        description: 'The order is of another method, is not awaiting payment, or is in doubt.',
        examples: {
          not_card: detail.orderNotCard,
          not_awaiting: detail.orderNotAwaiting,
          in_doubt: detail.cardInDoubt,
          busy: detail.orderBusy,
        },
      },
      422: {
        description:
          'The provider does not take this card; nothing was charged. A card that is declined is ' +
          'an answer, 200, with an attempt that is `declined`.',
        examples: {
          refused:
            "Campo 'number': o provedor não aceita este pagamento com cartão; nada foi cobrado.",
        },
      },
      ...orderLimit,
    },
  },
  renewPix: {
    tag: 'Orders',
    description:
      'Needs no body. Only for a Pix order that awaits payment, and only while its code is ' +
      'missing or has expired.',
    success: 'The order with its new attempt; the code may still be on its way.',
    errors: {
      404: missing,
      409: {
        description: 'The order is no Pix order, awaits no payment, or its code is still valid.',
        examples: {
          still_valid: detail.pixStillValid,
          busy: detail.orderBusy,
          not_pix: detail.orderNotPix,
          not_awaiting: detail.orderNotAwaiting,
        },
      },
    },
  },
  previewCheckout: {
    tag: 'Orders',
    description:
      'The same rules for items as an order, nothing recorded, nothing counted. The instalments ' +
      'are what a card would be charged.',
    success: 'What it would cost.',
    errors: items,
  },
  simulatePix: {
    tag: 'Orders',
    description: 'Needs no body. Plays the payer of a Pix order; in mock or sandbox only.',
    success: 'The order, paid.',
    errors: {
      404: missing,
      409: {
        description:
          'Payments are live, the order is no Pix order or awaits no payment, or its code is ' +
          'missing or has expired.',
        examples: {
          live: detail.simulateLive,
          code_missing: detail.pixMissing,
          code_expired: detail.pixExpired,
          not_awaiting: detail.orderNotAwaiting,
        },
      },
    },
  },
}
