"""Ten thousand nights beside ten."""
