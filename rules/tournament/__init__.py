"""Tournaments over several tables: who sits where, what comes next, who is placed where (D12-9.1 to D12-9.3).

Pure, like the rest of the rules; a lot is drawn by who is handed in.
"""
