// Whoever explains a replay's records, or shows its figures, needs the texts of explanations.
@_exported public import Explanations
