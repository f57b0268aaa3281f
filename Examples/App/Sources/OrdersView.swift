#if canImport(SwiftUI)
  import ErrorHandling
  import SwiftUI

  /// The screen; a Mac compiles it, Linux only its model.
  struct OrdersView: View {
    @State private var model: OrdersModel
    private let alerts: AlertScreen

    init(model: OrdersModel, alerts: AlertScreen) {
      _model = State(initialValue: model)
      self.alerts = alerts
    }

    var body: some View {
      List(model.orders) { order in Text(order.article) }
        .overlay { if model.isLoading { ProgressView() } }
        .safeAreaInset(edge: .bottom) { if model.areOld { Text("These are the orders of last time.") } }
        .refreshable { await model.load() }
        .task { await model.load() }
        .presentingAlerts(of: alerts)
    }
  }
#endif
