/** Brings the page of the sandbox to life. */
import { prepareCardForm } from './card-form.js'
import { prepareConnection } from './connection.js'
import { prepareConsultation } from './consultation.js'
import { prepareDebts } from './debts.js'
import { prepareLog } from './exchange-log.js'
import { prepareOrder } from './order.js'
import { prepareRecords } from './records.js'
import { prepareVehicleForm } from './vehicle-form.js'
import { prepareVehicles } from './vehicles.js'

prepareLog()
prepareConnection()
prepareVehicleForm()
prepareVehicles()
prepareConsultation()
prepareDebts()
prepareOrder()
prepareCardForm()
prepareRecords()
