"""The cost of ten thousand nights, compared with ten."""
